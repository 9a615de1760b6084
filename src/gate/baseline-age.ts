const millisecondsPerDay = 86_400_000;

/** Whole days from one day to another, both `YYYY-MM-DD`; never below zero. */
export function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / millisecondsPerDay));
}

/** How old a baseline is, for people. */
export function printAge(days: number): string {
  return days === 0 ? 'of today' : `${days} d old`;
}
