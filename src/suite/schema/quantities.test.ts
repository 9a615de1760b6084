import { describe, expect, it } from 'vitest';
import { day, duration, size } from './quantities.js';

describe('durations', () => {
  it.each([
    ['500ms', 0.5],
    ['30s', 30],
    ['1.5s', 1.5],
    ['2m', 120],
    ['1h', 3600],
  ])('%s is %d seconds', (text, seconds) => {
    expect(duration.parse(text)).toBe(seconds);
  });

  it.each(['30', '30 s', '-1s', '0s', '1d', '', '1.s', 30])('%j is none', (text) => {
    expect(duration.safeParse(text).success).toBe(false);
  });
});

describe('sizes', () => {
  it.each([
    ['1B', 1],
    ['64KB', 65_536],
    ['256MB', 268_435_456],
    ['1.5GB', 1_610_612_736],
  ])('%s is %d bytes', (text, bytes) => {
    expect(size.parse(text)).toBe(bytes);
  });

  it.each(['256', '256mb', '1TB', '0MB', 'MB', 1024])('%j is none', (text) => {
    expect(size.safeParse(text).success).toBe(false);
  });
});

describe('days', () => {
  it('are days of the calendar', () => {
    expect(day.parse('2024-02-29')).toBe('2024-02-29');
    for (const text of ['2025-02-29', '2025-1-1', 'today', '2025-01-01T00:00:00Z'])
      expect(day.safeParse(text).success).toBe(false);
  });
});
