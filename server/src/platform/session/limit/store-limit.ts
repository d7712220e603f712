import type { Context, Db } from '../../../kernel/context.ts'
import { countUpTo } from '../../../kernel/db/count-up-to.ts'

/** Locks a key until the transaction ends; other transactions that lock the same key wait. */
export const lockThing = (query: Context['query'], thing: string) =>
  query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [thing])

/** Attempts from an address since `minute`, and those since `quarter` that were guesses or are not checked yet. */
export async function attemptsOf(db: Db, ip: string, minute: number, quarter: number) {
  const row = await db
    .selectFrom('loginAttempt')
    .select((e) => [
      e.fn.countAll<number>().filterWhere('at', '>=', minute).as('ofMinute'),
      e.fn.countAll<number>().filterWhere('ok', '=', false).as('guessed'),
    ])
    .where('ip', '=', ip)
    .where('at', '>=', quarter)
    .executeTakeFirstOrThrow()
  return { ofMinute: row.ofMinute, guessed: row.guessed }
}

export const guessesOf = (db: Db, net: string, since: number): Promise<number> =>
  countUpTo(
    db,
    db
      .selectFrom('loginAttempt')
      .select('id')
      .where('net', '=', net)
      .where('at', '>=', since)
      .where('ok', '=', false)
      .as('a'),
  )

export async function insertAttempt(
  db: Db,
  from: { readonly ip: string; readonly net: string; readonly mobileHash: Buffer | null },
): Promise<string> {
  const row = await db
    .insertInto('loginAttempt')
    .values({ ...from, ok: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const setNoGuess = (db: Db, id: string) =>
  db.updateTable('loginAttempt').set({ ok: true }).where('id', '=', id).execute()
