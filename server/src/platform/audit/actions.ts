import type { Insertable } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export { type NameData, nameOf, nameSql, recordsAreNamed } from './names.ts'

/** Adds an entry to the platform's own log, for events before a merchant is chosen or about a merchant. */
export const logPlatform = (db: Db, entry: Insertable<DB['platformLog']>) =>
  db.insertInto('platformLog').values(entry).execute()
