import { z } from 'zod';

const secondsPer: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };
const bytesPer: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

const durationText = 'A duration has a unit, such as 500ms, 30s or 2m';
const sizeText = 'A size has a unit, such as 64KB, 256MB or 1GB';

/** `500ms`, `30s`, `2m`, `1h`; read as seconds. */
export const duration = z
  .string({ error: durationText })
  .regex(/^\d+(\.\d+)?(ms|s|m|h)$/, durationText)
  .transform((text) => read(text, secondsPer))
  .refine((seconds) => seconds > 0, 'A duration is above zero');

/** `64KB`, `256MB`, `1GB` in steps of 1024; read as bytes. */
export const size = z
  .string({ error: sizeText })
  .regex(/^\d+(\.\d+)?(B|KB|MB|GB)$/, sizeText)
  .transform((text) => Math.round(read(text, bytesPer)))
  .refine((bytes) => bytes > 0, 'A size is above zero');

function read(text: string, units: Readonly<Record<string, number>>): number {
  const [, amount = '', unit = ''] = /^([\d.]+)(\D+)$/.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? Number.NaN);
}

/** A duration, or its seconds: a configuration is read when its suite is, and again when its solver is made. */
export const seconds = z.union([duration, z.number().positive()]);

/** A size, or its bytes. */
export const bytes = z.union([size, z.number().int().positive()]);
