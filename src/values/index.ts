export { cellKey } from './cell-key.js';
export { cellsEqual } from './cells-equal.js';
export { cellsMatch, doubleOf, isNumber, matchPrepared } from './cells-match.js';
export { countOf } from './count-of.js';
export {
  compareExact,
  type ExactNumber,
  exactDistance,
  exactOfCell,
  exactOfDecimal,
  exactOfDouble,
} from './exact-number.js';
export { jsonKey } from './json-key.js';
export { decimalCell, doubleCell, intCell } from './number-cells.js';
export { parseDate, parseTime, parseTimestamp } from './parse-temporal.js';
export { cellFromPlain, type PlainValue, plainFromCell } from './plain-cells.js';
export { printCell } from './print-cell.js';
export { printPair, printVisible } from './print-visible.js';
export { spelledNumber } from './spelled-number.js';
export { exact, type PreparedTolerance, prepareTolerance, type Tolerance } from './tolerance.js';
export { decodeCell, decodeRows, encodeCell, encodeRows, type WireCell, type WireRow } from './wire.js';
