import { type Expression, type Query, relationsOf, type SetOperation } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { isNullLiteral } from './constants.js';

/**
 * Whether every column of a set operation has the type that it has in each arm: then an arm alone has the values, and in
 * SQLite the affinity, that the operation has.
 *
 * @param isOfIn whether it is what IN looks in, which in SQLite has the affinity of its last arm, that of a NULL too
 */
export function haveTypesOfArms(set: SetOperation, facts: Facts, isOfIn: boolean): boolean {
  return set.mixed === undefined && set.names.every((_, at) => hasTypeOfArms(set, at, facts, isOfIn));
}

/** The SELECTs that an arm is made of. */
function armsOf(arm: Query): readonly Query[] {
  return arm.kind === 'set' && arm.mixed === undefined ? arm.arms.flatMap(armsOf) : [arm];
}

function hasTypeOfArms(set: SetOperation, at: number, facts: Facts, isOfIn: boolean): boolean {
  const outputs: Expression[] = [];
  for (const arm of set.arms.flatMap(armsOf)) {
    const output = arm.kind === 'block' ? arm.outputs[at]?.expression : undefined;
    if (output === undefined || output.kind === 'star') return false;
    // What became of a query without rows no longer tells its types.
    if (isNullLiteral(output) && arm.kind === 'block' && relationsOf(arm.from).length === 0) return false;
    outputs.push(output);
  }
  return areOfOneType(
    isOfIn && facts.semantics.dynamicTypes ? outputs : outputs.filter((one) => !isNullLiteral(one)),
    facts,
  );
}

/** Whether nothing is converted where some outputs become one column; NULLs are left out, unless they have a say. */
export function areOfOneType(outputs: readonly Expression[], facts: Facts): boolean {
  const types = outputs.map((one) => facts.typeOf(one));
  const literal = (one: Expression, type: string): boolean => one.kind === 'literal' && one.type === type;
  if (facts.semantics.dynamicTypes) {
    return outputs.every((one) => one.kind === 'column')
      ? types.every((one) => one.affinity !== null && one.affinity === types[0]!.affinity)
      : outputs.every((one) => one.kind === 'literal');
  }
  if (types.every((one) => one.integer) || outputs.every((one) => literal(one, 'boolean'))) return true;
  if (!facts.semantics.exactText) return false;
  return (
    outputs.every((one, index) => literal(one, 'string') || types[index]!.identity === 'text') ||
    (types[0]!.identity !== null && types.every((one) => one.identity === types[0]!.identity))
  );
}
