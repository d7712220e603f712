import { type DatabaseConnection, type Driver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely'
import { RowCompiler } from './compiler.ts'
import type { DB } from './tables.gen.ts'

class BoundDriver implements Driver {
  readonly connection: DatabaseConnection
  constructor(connection: DatabaseConnection) {
    this.connection = connection
  }
  async init() {}
  async acquireConnection() {
    return this.connection
  }
  async beginTransaction() {
    throw new Error('the pipeline owns the transaction')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}

const adapter = new PostgresAdapter()
const compiler = new RowCompiler()

/** Kysely whose statements are sent by the connection of a running transaction, which it neither begins nor ends. */
export function bind(connection: DatabaseConnection): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new BoundDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })
}
