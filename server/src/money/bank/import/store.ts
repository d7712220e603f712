import type { KnownMarks, PlannedBankLine, StatedAccount } from '@cheyi/domain/money/bank/import/plan'
import { isSoundBankRow, markOf, type ReadBankRow } from '@cheyi/domain/money/bank/import/row'
import { endOfDay } from '@cheyi/domain/money/bank/line'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { recordset } from '../../../kernel/db/recordset.ts'

export interface BankFacts {
  readonly accounts: ReadonlyMap<string, StatedAccount>
  /** By account. */
  readonly marks: ReadonlyMap<string, KnownMarks>
}

/** The accounts, and how many of their stored lines equal each row of the table, so that a line imported twice counts once: two statements for any number of rows. */
export async function loadReferences({ query }: Context, rows: readonly ReadBankRow[]): Promise<BankFacts> {
  const accounts = await query<StatedAccount>(
    'select id, kind, opening_on::text as opening_on from bank_account order by id',
  )
  const counts = await query<{ accountId: string; mark: string; count: number }>(
    `select l.account_id, l.mark, count(*)::int as count from unnest($1::bigint[]) a (id) cross join unnest($2::text[]) m (mark)
       join bank_line l on l.account_id = a.id and l.mark = m.mark group by 1, 2`,
    [accounts.map(({ id }) => id), [...new Set(rows.filter(isSoundBankRow).map(markOf))]],
  )
  const marks = new Map<string, Map<string, number>>()
  for (const { accountId, mark, count } of counts) {
    const ofAccount = marks.get(accountId) ?? new Map<string, number>()
    marks.set(accountId, ofAccount.set(mark, count))
  }
  return { accounts: new Map(accounts.map((one) => [one.id, one])), marks }
}

/** As {@link loadReferences}, alone: two tables with the same lines are written one after the other. */
export async function lockRows(ctx: Context, rows: readonly ReadBankRow[]): Promise<BankFacts> {
  await ctx.query(`select pg_advisory_xact_lock(hashtextextended('bank', merchant()))`)
  return loadReferences(ctx, rows)
}

/** The account of a table. @throws Refusal notFound (-4) for one that was removed meanwhile */
export function accountOf({ accounts }: BankFacts, accountId: string): StatedAccount {
  const found = accounts.get(accountId)
  if (found === undefined) throw new Refusal('notFound', { field: 'accountId' })
  return found
}

const COLUMNS = `on_day date, at timestamptz, fen bigint, balance_fen bigint, party text, party_tail text, note text, line_no text, mark text,
  twin smallint, nature smallint`
const names = COLUMNS.replaceAll(/ (date|timestamptz|bigint|text|smallint)/g, '')

/** Writes the planned lines of an account, and what its days come to with them. The caller holds the lock of the import. */
export async function insertLines(ctx: Context, accountId: string, lines: readonly PlannedBankLine[]): Promise<void> {
  if (lines.length === 0) return
  await ctx.query(
    `insert into bank_line (account_id, ${names}) select $1, ${names} from jsonb_to_recordset($2) as r (${COLUMNS})`,
    [accountId, recordset(lines.map(({ on: onDay, at: time, ...line }) => ({ ...line, onDay, at: time && at(time) })))],
  )
  await sumDays(ctx, accountId, [...new Set(lines.map(({ on }) => on))])
}

/** Adds up the days of an account again. */
async function sumDays({ query }: Context, accountId: string, days: readonly string[]): Promise<void> {
  const rows = await query<{ day: string; fen: number; balanceFen: number | null }>(
    'select on_day::text as day, fen, balance_fen from bank_line where account_id = $1 and on_day = any ($2::date[])',
    [accountId, days],
  )
  const byDay = [...Map.groupBy(rows, ({ day }) => day)]
  await query(
    `insert into bank_day (account_id, on_day, line_count, fen, end_fen)
     select $1, d.day, d.lines, d.fen, d.end_fen from unnest($2::date[], $3::int[], $4::bigint[], $5::bigint[]) d (day, lines, fen, end_fen)
     on conflict (merchant_id, account_id, on_day) do update set line_count = excluded.line_count, fen = excluded.fen, end_fen = excluded.end_fen`,
    [
      accountId,
      byDay.map(([day]) => day),
      byDay.map(([, of]) => of.length),
      byDay.map(([, of]) => of.reduce((sum, { fen }) => sum + fen, 0)),
      byDay.map(([, of]) => endOfDay(of)),
    ],
  )
}
