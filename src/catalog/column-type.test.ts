import { describe, expect, it } from 'vitest';
import { columnType } from './column-type.js';

describe('columnType', () => {
  it.each([
    ['integer', 'postgres', { class: 'integer' }],
    ['bigserial', 'postgres', { class: 'integer' }],
    ['numeric(10, 2)', 'postgres', { class: 'decimal', scale: 2 }],
    ['numeric(10)', 'postgres', { class: 'decimal', scale: 0 }],
    ['numeric', 'postgres', { class: 'decimal' }],
    ['DECIMAL', 'duckdb', { class: 'decimal', scale: 3 }],
    ['decimal', 'mysql', { class: 'decimal', scale: 0 }],
    ['int(11) unsigned zerofill', 'mysql', { class: 'integer' }],
    ['tinyint(1)', 'mysql', { class: 'integer' }],
    ['boolean', 'mysql', { class: 'integer' }],
    ['boolean', 'duckdb', { class: 'boolean' }],
    ['double precision', 'postgres', { class: 'float' }],
    ['character varying(20)', 'postgres', { class: 'text' }],
    ['char(3)', 'postgres', { class: 'text', padded: true }],
    ['char(3)', 'duckdb', { class: 'text' }],
    ['"char"', 'postgres', { class: 'other' }],
    ['timestamp(3) with time zone', 'postgres', { class: 'timestamp' }],
    ['TIME', 'duckdb', { class: 'time' }],
    ['HUGEINT', 'duckdb', { class: 'integer' }],
    ['INTEGER[]', 'duckdb', { class: 'other' }],
    ["ENUM('a', 'b')", 'duckdb', { class: 'other' }],
    ['STRUCT(a INTEGER)', 'duckdb', { class: 'other' }],
    ['jsonb', 'postgres', { class: 'json' }],
    ['uuid', 'duckdb', { class: 'uuid' }],
    ['interval', 'postgres', { class: 'interval' }],
    ['bytea', 'postgres', { class: 'blob' }],
    ['year', 'mysql', { class: 'other' }],
    ['money', 'postgres', { class: 'other' }],
    ['array<int>', 'spark', { class: 'other' }],
    ['VARCHAR(20)', 'a dialect nobody knows', { class: 'text' }],
    ['', 'generic', { class: 'other' }],
  ])('reads %s of %s', (type, dialect, expected) => {
    expect(columnType(type, dialect)).toEqual(expected);
  });

  /** The examples in SQLite's documentation of affinity, and types that two of its rules fit. */
  it.each([
    ['INT', 'INTEGER'],
    ['UNSIGNED BIG INT', 'INTEGER'],
    ['CHARACTER(20)', 'TEXT'],
    ['NATIVE CHARACTER(70)', 'TEXT'],
    ['CLOB', 'TEXT'],
    ['BLOB', 'BLOB'],
    ['', 'BLOB'],
    ['DOUBLE PRECISION', 'REAL'],
    ['FLOAT', 'REAL'],
    ['DECIMAL(10,5)', 'NUMERIC'],
    ['BOOLEAN', 'NUMERIC'],
    ['DATETIME', 'NUMERIC'],
    ['STRING', 'NUMERIC'],
    ['FLOATING POINT', 'INTEGER'],
    ['CHARINT', 'INTEGER'],
    ['BLOBTEXT', 'TEXT'],
    ['REALBLOB', 'BLOB'],
    ['ınt', 'NUMERIC'],
  ])('gives SQLite type "%s" affinity %s', (type, affinity) => {
    expect(columnType(type, 'sqlite')).toMatchObject({ affinity, canHoldAnything: true });
  });

  it('leaves scales out where the engine does not keep them', () => {
    expect(columnType('DECIMAL(10,2)', 'sqlite')).not.toHaveProperty('scale');
  });

  it('knows what a strict table keeps out', () => {
    expect(columnType('INT', 'sqlite', true)).toEqual({ class: 'integer', affinity: 'INTEGER' });
    expect(columnType('ANY', 'sqlite', true)).toEqual({
      class: 'other',
      affinity: 'BLOB',
      canHoldAnything: true,
    });
  });
});
