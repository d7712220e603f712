import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { type BankLineState, bankLineState, bankNature } from '@cheyi/domain/money/bank/codes'
import type { OpenLine, TradeDay } from '@cheyi/domain/money/bank/match'
import { account } from '@cheyi/domain/money/payment/ledger'
import { readAmount } from '@cheyi/domain/platform/table-import/cells'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { type Bind, like, parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

type Asking = Pick<Context, 'query'>
type AccountRow = Selectable<DB['bankAccount']>
export type LineRow = Omit<Selectable<DB['bankLine']>, 'onDay'> & {
  readonly day: LocalDate
  readonly accountName: string
}
export type MatchRow = Selectable<DB['bankMatch']>

/** Serializes matches of a merchant: a rule that compares every line with every voucher, and people. */
export const lockMatching = (ctx: Asking) =>
  ctx.query(`select pg_advisory_xact_lock(hashtextextended('bankMatch', merchant()))`)

interface ShownAccount extends Pick<AccountRow, 'kind' | 'name' | 'accountNo' | 'openingFen' | 'stopped' | 'version'> {
  readonly accountId: string
  readonly openingOn: LocalDate
  readonly lastOn: LocalDate | null
  readonly balanceFen: number
}

export const accounts = (ctx: Asking) =>
  ctx.query<ShownAccount>(
    `select a.id as account_id, a.kind, a.name, a.account_no, a.opening_on::text as opening_on, a.opening_fen, a.stopped, a.version,
        d.last_on::text as last_on, a.opening_fen + coalesce(d.fen, 0)::bigint as balance_fen
       from bank_account a left join (select account_id, max(on_day) as last_on, sum(fen) as fen from bank_day group by 1) d on d.account_id = a.id
      order by a.stopped, a.id`,
  )

export const insertAccount = (
  ctx: Context,
  {
    openingOn,
    ...row
  }: Pick<AccountRow, 'id' | 'kind' | 'name' | 'accountNo' | 'openingFen'> & { readonly openingOn: LocalDate },
) =>
  ctx.db
    .insertInto('bankAccount')
    .values({ ...row, openingOn })
    .execute()

export const lockAccount = (ctx: Context, id: string) =>
  ctx.query.first<Pick<AccountRow, 'id' | 'version'> & { firstOn: LocalDate | null }>(
    `select id, version, (select min(on_day)::text from bank_day d where d.account_id = a.id) as first_on
       from bank_account a where id = $1 for update`,
    [id],
  )

export const updateAccount = (
  ctx: Asking,
  id: string,
  row: { readonly name: string; readonly openingOn: LocalDate; readonly openingFen: number; readonly stopped: boolean },
) =>
  ctx.query(
    'update bank_account set name = $2, opening_on = $3, opening_fen = $4, stopped = $5, version = version + 1 where id = $1',
    [id, row.name, row.openingOn, row.openingFen, row.stopped],
  )

/** Lines that are compared at once, the latest first. */
const MOST_LINES = 2000

const OPEN_LINE = `l.id, l.account_id, l.on_day::text as "on", l.fen, l.party, l.note, l.line_no, l.nature`

/** Open lines that are no payments of a provider. */
export const openLines = (ctx: Asking) =>
  ctx.query<OpenLine>(
    `select ${OPEN_LINE} from bank_line l where l.state = ${bankLineState.open} and l.nature <> ${bankNature.trade}
      order by l.on_day desc, l.id desc limit ${MOST_LINES}`,
  )

export const openLine = (ctx: Asking, id: string) =>
  ctx.query.first<OpenLine>(`select ${OPEN_LINE} from bank_line l where l.id = $1`, [id])

/** Open payments of providers, by account and day. */
export const openTradeDays = (ctx: Asking) =>
  ctx.query<TradeDay>(
    `select account_id, on_day::text as "on", sum(fen)::bigint as fen from bank_line
      where state = ${bankLineState.open} and nature = ${bankNature.trade} group by 1, 2 order by 1, 2`,
  )

export const tradeLines = async (ctx: Asking, accountId: string, on: LocalDate): Promise<string[]> =>
  (
    await ctx.query<{ id: string }>(
      `select id from bank_line where account_id = $1 and on_day = $2 and nature = ${bankNature.trade} and state = ${bankLineState.open}`,
      [accountId, on],
    )
  ).map(({ id }) => id)

export const lockLines = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<Pick<LineRow, 'id' | 'state' | 'fen' | 'version'>>(
    'select id, state, fen, version from bank_line where id = any ($1::bigint[]) order by id for update',
    [ids],
  )

/** Vouchers that move money on the account bank, with what each moves and whether a line is matched to it. */
export const bankVouchers = (ctx: Asking, txnIds: readonly string[]) =>
  ctx.query<{ txnId: string; fen: number; matched: boolean }>(
    `select e.txn_id, sum(e.debit_fen - e.credit_fen)::bigint as fen,
        exists (select from bank_match_entry m where m.txn_id = e.txn_id and not m.undone) as matched
       from ledger_entry e where e.txn_id = any ($1::bigint[]) and e.account = '${account.bank}' group by e.txn_id order by e.txn_id`,
    [txnIds],
  )

export const matchedAmong = async (ctx: Asking, txnIds: readonly string[]): Promise<string[]> =>
  (
    await ctx.query<{ txnId: string }>(
      'select txn_id from bank_match_entry where txn_id = any ($1::bigint[]) and not undone',
      [txnIds],
    )
  ).map(({ txnId }) => txnId)

export const txnOfKey = async (ctx: Asking, key: string): Promise<string> =>
  (await ctx.query<{ id: string }>('select id from ledger_txn where idem_key = $1', [key]))[0]!.id

export const insertMatch = (ctx: Context, row: Pick<MatchRow, 'id' | 'byRule' | 'reason' | 'postedKey'>) =>
  ctx.db.insertInto('bankMatch').values(row).execute()

export const insertMatchEntries = (
  ctx: Asking,
  matchId: string,
  entries: readonly { readonly txnId: string; readonly fen: number }[],
) =>
  ctx.query(
    'insert into bank_match_entry (match_id, txn_id, fen) select $1, * from unnest($2::bigint[], $3::bigint[])',
    [matchId, entries.map(({ txnId }) => txnId), entries.map(({ fen }) => fen)],
  )

export const setMatched = (ctx: Asking, ids: readonly string[], state: BankLineState, matchId: string) =>
  ctx.query('update bank_line set state = $2, match_id = $3, version = version + 1 where id = any ($1::bigint[])', [
    ids,
    state,
    matchId,
  ])

export const setState = (ctx: Asking, id: string, state: BankLineState, reason: string) =>
  ctx.query('update bank_line set state = $2, reason = $3, version = version + 1 where id = $1', [id, state, reason])

export const lockMatch = (ctx: Context, id: string) =>
  ctx.db.selectFrom('bankMatch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function undoMatch(ctx: Context, id: string, reason: string): Promise<void> {
  await ctx.query('update bank_match set undone_at = $2, undone_by = actor(), undo_reason = $3 where id = $1', [
    id,
    at(ctx.now),
    reason,
  ])
  await ctx.query('update bank_match_entry set undone = true where match_id = $1', [id])
}

/** @returns how many lines are open again */
export const freeLines = async (ctx: Asking, matchId: string): Promise<number> =>
  (
    await ctx.query(
      `update bank_line set state = ${bankLineState.open}, match_id = null, version = version + 1 where match_id = $1 returning id`,
      [matchId],
    )
  ).length

type Filter = Omit<ParsedOf<typeof contract.bank.page>, 'pageNum' | 'pageSize' | 'cursor'>

const groups = {
  open: `l.state = ${bankLineState.open} and l.nature <> ${bankNature.trade}`,
  trade: `l.state = ${bankLineState.open} and l.nature = ${bankNature.trade}`,
  matched: `l.state = ${bankLineState.matched}`,
  outside: `l.state = ${bankLineState.outside}`,
} as const

/** The conditions that the input has; the others would only hide the index of the list. */
function conditionOf({ group, accountId, period, keyword = '' }: Filter, bind: Bind): string {
  const amount = keyword === '' ? null : readAmount(keyword)
  const days = period && [localDate(period.from), localDate(period.to - 1)]
  return [
    group !== undefined && groups[group],
    accountId !== undefined && `l.account_id = ${bind(accountId)}`,
    days !== undefined && `l.on_day between ${bind(days[0])}::date and ${bind(days[1])}::date`,
    keyword !== '' &&
      `(l.party ilike ${bind(like(keyword))} or l.note ilike ${bind(like(keyword))} or l.line_no = ${bind(keyword)}
        ${amount !== null && 'value' in amount ? `or abs(l.fen) = abs(${bind(amount.value)}::bigint)` : ''})`,
  ]
    .filter((one) => one !== false)
    .map((one) => ` and ${one}`)
    .join('')
}

const SHOWN = `l.*, l.on_day::text as day, l.on_day - date '1970-01-01' as day_no, a.name as account_name, m.reason as match_reason`
const NAMED = `join bank_account a on a.id = l.account_id left join bank_match m on m.id = l.match_id`

export type ShownLine = LineRow & { readonly dayNo: number; readonly matchReason: string | null }

/** Lines of a filter, the latest first, after a cursor. */
export function page(ctx: Asking, filter: Filter, after: readonly string[] | null, limit: number) {
  const { values, bind } = parameters()
  const place =
    after === null
      ? ''
      : ` and (l.on_day, l.id) < (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  return ctx.query<ShownLine>(
    `select ${SHOWN} from (select * from bank_line l where true${conditionOf(filter, bind)}${place}
        order by l.on_day desc, l.id desc limit ${bind(limit)}) l ${NAMED} order by l.on_day desc, l.id desc`,
    values,
  )
}

/** Open lines of all accounts, and those that wait for a bill. */
export const counts = async (ctx: Asking) =>
  (
    await ctx.query<{ open: number; trade: number }>(
      `select (count(*) filter (where nature <> ${bankNature.trade}))::int as open, (count(*) filter (where nature = ${bankNature.trade}))::int as trade
         from bank_line where state = ${bankLineState.open}`,
    )
  )[0]!

export const lineById = (ctx: Asking, id: string) =>
  ctx.query.first<ShownLine>(`select ${SHOWN} from bank_line l ${NAMED} where l.id = $1`, [id])

export const linesOfMatch = (ctx: Asking, matchId: string, limit: number) =>
  ctx.query<ShownLine>(
    `select ${SHOWN} from bank_line l ${NAMED} where l.match_id = $1 order by l.on_day, l.id limit ${limit}`,
    [matchId],
  )

export const matchById = (ctx: Asking, id: string) =>
  ctx.query.first<MatchRow & { byName: string; lineCount: number; entryCount: number }>(
    `select m.*, coalesce(a.name, '') as by_name, (select count(*) from bank_line l where l.match_id = m.id)::int as line_count,
        (select count(*) from bank_match_entry e where e.match_id = m.id)::int as entry_count
       from bank_match m left join account a on a.id = m.created_by where m.id = $1`,
    [id],
  )
