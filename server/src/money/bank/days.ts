import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { bankLineState } from '@cheyi/domain/money/bank/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { badInput } from '@cheyi/domain/refusal'
import { addDays, addMonths, isLocalDate, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { balancesOver } from '../payment/actions.ts'

type Day = OutputOf<typeof contract.bank.days>['list'][number]

interface Sums {
  readonly day: LocalDate
  readonly fen: number
}

/** Sums by day from the first account on until before a day; what was before the month is one row of the day before it. */
const byDay = (ctx: Context, of: string, from: LocalDate, before: LocalDate) =>
  ctx.query<Sums>(
    `select greatest(x.day, $1::date - 1)::text as day, sum(x.fen)::bigint as fen from (${of}) x (day, fen)
      where x.day < $2::date group by 1`,
    [from, before],
  )

const openLines = `select on_day, fen from bank_line where state = ${bankLineState.open}`
const outsideLines = `select on_day, fen from bank_line where state = ${bankLineState.outside}`
const allLines = 'select on_day, fen from bank_day'
const openings = 'select opening_on, opening_fen from bank_account'
/** Entries that were in the books before the first account began, and reached the bank since. */
const paidLater = `select a.first_on, e.fen from (select min(opening_on) as first_on from bank_account) a
  join bank_match_entry e on e.posted_on < a.first_on and e.posted_on >= a.first_on - 120 and not e.undone`

interface Stated {
  readonly accountId: string
  readonly day: LocalDate
  readonly endFen: number
  /** By its lines until that day. */
  readonly sumFen: number
}

/** Days on which a statement states a balance at their end, with what the lines of the account come to by then. */
const statedDays = (ctx: Context, from: LocalDate, before: LocalDate) =>
  ctx.query<Stated>(
    `select d.account_id, d.on_day::text as day, d.end_fen, (a.opening_fen + d.lines_fen)::bigint as sum_fen
       from (select account_id, on_day, end_fen, sum(fen) over (partition by account_id order by on_day) as lines_fen
         from bank_day where on_day < $2::date) d join bank_account a on a.id = d.account_id
      where d.end_fen is not null
        and d.on_day >= coalesce((select max(p.on_day) from bank_day p where p.account_id = d.account_id and p.on_day < $1::date and p.end_fen is not null), $1::date)
      order by d.on_day`,
    [from, before],
  )

/**
 * The balance of the accounts beside the ledger's account bank for each day of a month. Both begin with the balances at which the accounts
 * began, so that all of a difference is lines that are not matched, lines outside of these books, and money that is in one of both only.
 */
export const days: HandlerOf<'bank', 'days'> = async ({ month }, ctx) => {
  const today = localDate(ctx.now)
  const first = month === undefined ? `${today.slice(0, 7)}-01` : `${month}-01`
  if (!isLocalDate(first)) throw badInput('month', '月份应如 2026-11')
  const shown = first.slice(0, 7)
  const monthEnd = addMonths(first, 1)
  const before = monthEnd > today ? addDays(today, 1) : monthEnd
  const [begin] = await ctx.query<{ firstOn: LocalDate | null }>(
    'select min(opening_on)::text as first_on from bank_account',
  )
  const firstOn = begin?.firstOn ?? null
  if (firstOn === null || firstOn >= before) return { month: shown, list: [] }
  const from = [firstOn, first].toSorted()[1]!
  const [bank, open, outside, books, stated] = await Promise.all([
    byDay(ctx, `${openings} union all ${allLines}`, from, before),
    byDay(ctx, openLines, from, before),
    byDay(ctx, outsideLines, from, before),
    bookDays(ctx, firstOn, from, before),
    statedDays(ctx, from, before),
  ])
  const list: Day[] = []
  const sums = { bank: 0, open: 0, outside: 0, books: 0 }
  const maps = { bank: sumMap(bank), open: sumMap(open), outside: sumMap(outside), books: sumMap(books) }
  const gaps = new Map<string, number>()
  let at = 0
  for (let day = addDays(from, -1); day < before; day = addDays(day, 1)) {
    for (const key of ['bank', 'open', 'outside', 'books'] as const) sums[key] += maps[key].get(day) ?? 0
    while (at < stated.length && stated[at]!.day <= day) {
      const { accountId, endFen, sumFen } = stated[at++]!
      gaps.set(accountId, endFen - sumFen)
    }
    if (day < from) continue
    const gap = [...gaps.values()].reduce((all, fen) => all + fen, 0)
    const transit = sums.bank - sums.books - sums.open - sums.outside
    list.push({ day, bank: sums.bank, books: sums.books, open: sums.open, outside: sums.outside, transit, gap })
  }
  return { month: shown, list: list.toReversed() }
}

export interface BankNow {
  /** null: the merchant has entered no account. */
  readonly firstOn: LocalDate | null
  /** The last day of which a statement was imported. */
  readonly lastOn: LocalDate | null
  /** What the accounts had by their statements. */
  readonly statedFen: number
  /** What the merchant has by its books, with lines outside of these books: money that the bank has not shown yet is in it. */
  readonly heldFen: number
  /** Lines that nobody has matched, which `heldFen` does not have: what they settle is still expected. */
  readonly open: { readonly fen: number; readonly count: number }
}

/** What the accounts of the merchant have now. */
export async function bankNow(ctx: Context): Promise<BankNow> {
  const before = addDays(localDate(ctx.now), 1)
  const [begin] = await ctx.query<Pick<BankNow, 'firstOn' | 'lastOn'>>(
    'select min(opening_on)::text as first_on, (select max(on_day)::text from bank_day) as last_on from bank_account',
  )
  const { firstOn, lastOn } = begin!
  if (firstOn === null || firstOn >= before) {
    const [books] = await balancesOver(ctx, before, before, account.bank)
    return { firstOn: null, lastOn, statedFen: 0, heldFen: books?.openingFen ?? 0, open: { fen: 0, count: 0 } }
  }
  const [[stated], [lines], books] = await Promise.all([
    ctx.query<{ fen: number }>(
      `select coalesce(sum(x.fen), 0)::bigint as fen from (${openings} union all ${allLines}) x (day, fen) where x.day < $1::date`,
      [before],
    ),
    ctx.query<{ openFen: number; openCount: number; outsideFen: number }>(
      `select coalesce(sum(fen) filter (where state = ${bankLineState.open}), 0)::bigint as open_fen,
          (count(*) filter (where state = ${bankLineState.open}))::int as open_count,
          coalesce(sum(fen) filter (where state = ${bankLineState.outside}), 0)::bigint as outside_fen
         from bank_line where state in (${bankLineState.open}, ${bankLineState.outside})`,
    ),
    bookDays(ctx, firstOn, before, before),
  ])
  const { openFen, openCount, outsideFen } = lines!
  return {
    ...{ firstOn, lastOn, statedFen: stated!.fen },
    heldFen: books.reduce((sum, { fen }) => sum + fen, 0) + outsideFen,
    open: { fen: openFen, count: openCount },
  }
}

const sumMap = (rows: readonly Sums[]): ReadonlyMap<LocalDate, number> =>
  new Map(rows.map(({ day, fen }) => [day, fen]))

/** The ledger by day, with the balances at which the accounts began. */
async function bookDays(ctx: Context, firstOn: LocalDate, from: LocalDate, before: LocalDate): Promise<Sums[]> {
  const [begun, [earlier], posted] = await Promise.all([
    byDay(ctx, `${openings} union all ${paidLater}`, from, before),
    balancesOver(ctx, firstOn, from, account.bank),
    ctx.query<Sums>(
      `select day::text as day, sum(fen)::bigint as fen from (
       select from_on as day, debit_fen - credit_fen as fen from ledger_sum where span = 'day' and account = '${account.bank}' and from_on >= $1::date and from_on < $2::date
       union all select posted_on, debit_fen - credit_fen from ledger_change where account = '${account.bank}' and posted_on >= $1::date and posted_on < $2::date) x
      group by 1`,
      [from, before],
    ),
  ])
  const all = [
    ...begun,
    ...posted,
    { day: addDays(from, -1), fen: earlier === undefined ? 0 : earlier.closingFen - earlier.openingFen },
  ]
  const sums = new Map<LocalDate, number>()
  for (const { day, fen } of all) sums.set(day, (sums.get(day) ?? 0) + fen)
  return [...sums].map(([day, fen]) => ({ day, fen }))
}
