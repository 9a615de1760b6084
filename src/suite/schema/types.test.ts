import { describe, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { solverConfigSchema } from '../../solvers/index.js';
import type {
  Case,
  DatasourceConfig,
  GateSettings,
  KnownFailure,
  Plan,
  ScorerEntry,
  SolverConfig,
  Suite,
  SuiteSettings,
} from '../../types/index.js';
import type { caseSchema } from './case.js';
import type { datasourceSchema } from './datasource.js';
import type { gateSchema, knownFailureSchema } from './gate.js';
import type { planSchema } from './plan.js';
import type { scorerEntrySchema } from './scorer-entry.js';
import type { settingsSchema } from './settings.js';
import type { SuiteFile } from './suite.js';

/** A contract as a schema gives it: the same, but for `readonly`. */
type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;

/** Both ways: what a schema gives is the contract, and the contract has nothing that the schema does not give. */
type Same<Schema extends z.ZodType, Contract> = [
  z.output<Schema> extends Contract ? true : false,
  Mutable<Contract> extends Mutable<z.output<Schema>> ? true : false,
  keyof z.output<Schema> extends keyof Contract ? true : false,
  keyof Contract extends keyof z.output<Schema> ? true : false,
];

type Yes = [true, true, true, true];

describe('the schemas of files and the contracts', () => {
  it('are the same in both directions', () => {
    expectTypeOf<Same<typeof caseSchema, Omit<Case, 'source'>>>().toEqualTypeOf<Yes>();
    expectTypeOf<Same<typeof settingsSchema, SuiteSettings>>().toEqualTypeOf<Yes>();
    expectTypeOf<Same<typeof datasourceSchema, DatasourceConfig>>().toEqualTypeOf<Yes>();
    expectTypeOf<Same<typeof gateSchema, GateSettings>>().toEqualTypeOf<Yes>();
    expectTypeOf<Same<typeof knownFailureSchema, KnownFailure>>().toEqualTypeOf<Yes>();
    expectTypeOf<Same<typeof planSchema, Plan>>().toEqualTypeOf<Yes>();
    expectTypeOf<Same<typeof scorerEntrySchema, ScorerEntry>>().toEqualTypeOf<Yes>();
    expectTypeOf<z.output<typeof solverConfigSchema>>().toExtend<SolverConfig>();
  });

  it('hold every field of a suite that a file can set', () => {
    expectTypeOf<keyof SuiteFile>().toEqualTypeOf<Exclude<keyof Suite, 'file' | 'catalogs'>>();
  });
});
