import type { Insertable } from 'kysely'
import type { Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/** A line in the platform's own log: what happens before a merchant is chosen, or to one. */
export const logPlatform = (db: Db, entry: Insertable<DB['platformLog']>) =>
  db.insertInto('platformLog').values(entry).execute()
