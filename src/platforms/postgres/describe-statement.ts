import type { Connection, FieldDef } from 'pg';

/** Has the server parse a statement and describe its rows, without running it; submitted to a client like a query. */
export class DescribeStatement {
  readonly fields: Promise<readonly FieldDef[]>;
  #fields: readonly FieldDef[] = [];
  #resolve!: (fields: readonly FieldDef[]) => void;
  #reject!: (error: unknown) => void;

  constructor(private readonly sql: string) {
    this.fields = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.fields.catch(() => {});
  }

  submit = (connection: Connection): void => {
    connection.parse({ name: '', text: this.sql, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  };

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#fields = fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }
}
