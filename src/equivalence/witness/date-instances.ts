const pad = (value: number, width = 2): string => `${value}`.padStart(width, '0');

/** Dates with and without a time whose parts, as a format such as `%Y-%m` shows them, are a value; and neighbours. */
export function datesWithParts(format: string, value: string): { satisfy: string[]; near: string[] } {
  const numbers = value.match(/\d+/g)?.map(Number) ?? [];
  const parts = format.match(/%[a-zA-Z]/g) ?? [];
  const found: Record<string, number> = {};
  parts.forEach((part, at) => {
    if (numbers[at] !== undefined) found[part] = numbers[at];
  });
  if (
    found['%Y'] === undefined &&
    found['%m'] === undefined &&
    found['%d'] === undefined &&
    numbers[0] !== undefined
  ) {
    const hour = found['%H'] ?? 10;
    const minute = found['%M'] ?? found['%i'] ?? 0;
    const second = found['%S'] ?? found['%s'] ?? 0;
    if (hour > 23 || minute > 59 || second > 59) return { satisfy: [], near: [] };
    const time = `${pad(hour)}:${pad(minute)}:${pad(second)}`;
    return {
      satisfy: [`2020-05-06 ${time}`],
      near: [`2020-05-06 ${pad((hour + 1) % 24)}:${pad((minute + 1) % 60)}:00`],
    };
  }
  const year = found['%Y'] ?? 2020;
  const month = found['%m'] ?? null;
  const day = found['%d'] ?? null;
  if (month !== null && (month < 1 || month > 12)) return { satisfy: [], near: [] };
  if (day !== null && (day < 1 || day > 31)) return { satisfy: [], near: [] };
  const at = (y: number, m: number, d: number): string => `${pad(y, 4)}-${pad(m)}-${pad(d)}`;
  const satisfy = [at(year, month ?? 5, day ?? 6), at(year, month ?? 12, day ?? 28)];
  if (month === null && day === null)
    satisfy.push(at(year, 1, 1), at(year, 12, 31), `${at(year, 12, 31)} 10:00:00`);
  if (found['%Y'] === undefined) satisfy.push(at(year - 1, month ?? 3, day ?? 4));
  const near = [at(year + 1, month ?? 1, day ?? 1), at(year - 1, month ?? 12, day ?? 28)];
  if (month !== null) near.push(at(year, (month % 12) + 1, day ?? 6));
  if (day !== null) near.push(at(year, month ?? 5, (day % 28) + 1));
  return { satisfy, near };
}

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?$/;

/** Whether a text is a date, with or without a time. */
export function isDateText(text: string): boolean {
  return iso.test(text);
}

/** Days around a date: the day before and after, the same day with times, its month and its year. */
export function datesAround(text: string): { before: string[]; same: string[]; after: string[] } {
  const match = iso.exec(text);
  if (match === null) return { before: [], same: [], after: [] };
  const day = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  const shifted = (days: number): string => new Date(day + days * 86_400_000).toISOString().slice(0, 10);
  if (Number.isNaN(day)) return { before: [], same: [], after: [] };
  const here = shifted(0);
  const time = match[4] === undefined ? '' : text.slice(10);
  return {
    before: [`${shifted(-1)}${time}`, `${shifted(-40)}${time}`, `${shifted(-400)}${time}`],
    same: [text, here, `${here} 10:00:00`],
    after: [`${shifted(1)}${time}`, `${shifted(40)}${time}`, `${shifted(400)}${time}`],
  };
}
