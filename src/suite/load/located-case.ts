import type { Case, SourceLocation } from '../../types/index.js';
import type { Path } from '../yaml/yaml-source.js';

/** A case, and where each of its fields was written. */
export interface LocatedCase {
  readonly value: Case;
  /** Position of a field, by its path in the file (snake_case). */
  at(path: Path): SourceLocation;
}
