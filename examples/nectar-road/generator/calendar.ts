const dayMs = 86_400_000;

/** Days since 1970-01-01 of an ISO date. */
export function day(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`) / dayMs;
}

/** `YYYY-MM-DD` of a day number. */
export function isoDate(dayNumber: number): string {
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10);
}

/** `YYYY-MM-DD HH:MM:SS`, so many minutes after the start of a day. */
export function timestamp(dayNumber: number, minutes: number): string {
  return new Date(dayNumber * dayMs + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}
