import { type Expression, type Query, relationsOf, type SetOperation } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';

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

function isNull(one: Expression): boolean {
  return one.kind === 'literal' && one.type === 'null';
}

function hasTypeOfArms(set: SetOperation, at: number, facts: Facts, isOfIn: boolean): boolean {
  const outputs: Expression[] = [];
  for (const arm of set.arms.flatMap(armsOf)) {
    const output = arm.kind === 'block' ? arm.outputs[at]?.expression : undefined;
    if (output === undefined || output.kind === 'star') return false;
    // What became of a query without rows no longer tells its types.
    if (isNull(output) && arm.kind === 'block' && relationsOf(arm.from).length === 0) return false;
    outputs.push(output);
  }
  const literal = (one: Expression, type: string): boolean => one.kind === 'literal' && one.type === type;
  if (facts.semantics.dynamicTypes) {
    const valued = isOfIn ? outputs : outputs.filter((one) => !isNull(one));
    const types = valued.map((one) => facts.typeOf(one));
    return valued.every((one) => one.kind === 'column')
      ? types.every((one) => one.affinity !== null && one.affinity === types[0]!.affinity)
      : valued.every((one) => one.kind === 'literal');
  }
  const valued = outputs.filter((one) => !isNull(one));
  const types = valued.map((one) => facts.typeOf(one));
  if (valued.length === 0 || types.every((one) => one.integer)) return true;
  if (valued.every((one) => literal(one, 'boolean'))) return true;
  if (!facts.semantics.exactText) return false;
  return (
    valued.every((one, index) => literal(one, 'string') || types[index]!.identity === 'text') ||
    (types[0]!.identity !== null && types.every((one) => one.identity === types[0]!.identity))
  );
}
