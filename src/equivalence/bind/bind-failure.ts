/**
 * Why a query has no bound form. Thrown inside the binder only; `bindQuery` gives it back as a value.
 *
 * `unsupported.<construct>` where something is not understood, `invalid` where a name cannot be found.
 */
export class BindFailure extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
  ) {
    super(`${code}: ${detail}`);
  }
}

export function unsupported(construct: string, detail: string): never {
  throw new BindFailure(`unsupported.${construct}`, detail);
}

export function invalid(detail: string): never {
  throw new BindFailure('invalid', detail);
}
