export { printUsd } from '../../gate/index.js';

/** `91.1%`; `100%` and `0%` only when they are exact, so that one failure in many never reads as none. */
export function printPercent(share: number): string {
  const text = (share * 100).toFixed(1);
  if (share < 1 && text === '100.0') return '99.9%';
  if (share > 0 && text === '0.0') return '0.1%';
  return `${text.replace(/\.0$/, '')}%`;
}

/** A duration people can read: `850 ms`, `3.2 s`, `4 min 10 s`. */
export function printDuration(seconds: number): string {
  if (seconds < 0.001) return `${(seconds * 1000).toFixed(2)} ms`;
  if (seconds < 0.0995) return `${(seconds * 1000).toFixed(1)} ms`;
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** `1 case run`, `2 case runs`. */
export function printCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
