import { z } from 'zod';

export { duration, size } from '../../solvers/index.js';

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date({ error: 'A day is written YYYY-MM-DD' });

export const wholeNumber = z.number().int().positive();

export const share = z.number().min(0).max(1);
