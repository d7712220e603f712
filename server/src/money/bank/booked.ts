import { AFTER, type Booked, type BookedKind } from '@cheyi/domain/money/bank/match'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { addDays, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { type Party, partiesOf } from './parties.ts'

/* Entries of the ledger on its account bank that no line of a statement is matched to yet, with all that may tell whose money it was. */

/** Days back from today: what no statement shows for so long is a case for a person, and is not compared with every new line. */
const LOOK_BACK = 120
/** Entries that are compared at once, the latest first. */
const MOST = 5000

export interface BankEntry {
  readonly txnId: string
  readonly key: string
  readonly day: LocalDate
  readonly fen: number
  readonly names: readonly string[]
  readonly numbers: readonly string[]
  readonly what: string
  readonly kind: BookedKind
  /** The entries that it came together with: a receipt, the bill of a day, the statement of a month. */
  readonly together: string | null
  readonly billOf: { readonly channelId: string; readonly merchantNo: string; readonly day: LocalDate } | null
}

interface Row {
  readonly txnId: string
  readonly idemKey: string
  readonly journal: number
  readonly day: LocalDate
  readonly fen: number
  readonly storeName: string
}

/**
 * SQL: entries `x` of the account bank that are not matched. One that was reversed before anything was matched to it never reached the
 * bank, and neither did its reverse.
 */
const UNMATCHED = `
  not exists (select from bank_match_entry m where m.txn_id = x.txn_id and not m.undone)
  and not exists (select from ledger_txn r where r.reverses_txn_id = x.txn_id)
  and (t.reverses_txn_id is null
    or exists (select from bank_match_entry m where m.txn_id = t.reverses_txn_id and not m.undone))`

/** SQL of unmatched vouchers with what each moved, in the order of their list. */
const unmatchedSql = (where: string, limit: number) => `
  select x.txn_id, t.idem_key, t.journal, x.day, x.day_no, x.fen, coalesce(s.name, '') as store_name from (
    select e.txn_id, e.posted_on::text as day, e.posted_on - date '1970-01-01' as day_no, sum(e.debit_fen - e.credit_fen)::bigint as fen, max(e.store_id) as store_id
      from ledger_entry e where e.account = '${account.bank}' and e.posted_on between $1 and $2
     group by e.txn_id, e.posted_on having sum(e.debit_fen - e.credit_fen) <> 0) x
   join ledger_txn t on t.id = x.txn_id left join store s on s.id = x.store_id
  where ${UNMATCHED} ${where} order by x.day_no desc, x.txn_id desc limit ${limit}`

/** The unmatched entries between two days, both included. */
export async function unmatchedEntries(ctx: Context, from: LocalDate, to: LocalDate): Promise<BankEntry[]> {
  return describeAll(ctx, await ctx.query<Row>(unmatchedSql('', MOST), [from, to]))
}

/** The first day of the first account; null without one. */
const firstDay = async (ctx: Context): Promise<LocalDate | null> =>
  (await ctx.query<{ on: LocalDate | null }>('select min(opening_on)::text as "on" from bank_account'))[0]!.on

/** The later of a day and of the longest look back. */
const lookBackTo = (ctx: Context, day: LocalDate): LocalDate =>
  [day, addDays(localDate(ctx.now), -LOOK_BACK)].toSorted()[1]!

/** The unmatched entries that lines may be by now; some were on their way when the first account began. */
export async function recentEntries(ctx: Context): Promise<BankEntry[]> {
  const first = await firstDay(ctx)
  if (first === null) return []
  return unmatchedEntries(ctx, lookBackTo(ctx, addDays(first, -AFTER)), localDate(ctx.now))
}

export type ListedEntry = BankEntry & { readonly dayNo: number }

/** A page of those since the first account began, the latest first: what was before is in the balance that it began with. */
export async function entryPage(ctx: Context, after: readonly string[] | null, limit: number): Promise<ListedEntry[]> {
  const first = await firstDay(ctx)
  if (first === null) return []
  const behind = after === null ? '' : 'and (x.day_no, x.txn_id) < ($3::int, $4::bigint)'
  const rows = await ctx.query<Row & { dayNo: number }>(unmatchedSql(behind, limit), [
    lookBackTo(ctx, first),
    localDate(ctx.now),
    ...(after ?? []),
  ])
  const entries = await describeAll(ctx, rows)
  return entries.map((entry, n) => ({ ...entry, dayNo: rows[n]!.dayNo }))
}

export async function entryCount(ctx: Context): Promise<number> {
  const first = await firstDay(ctx)
  if (first === null) return 0
  return (await ctx.query(unmatchedSql('', MOST), [lookBackTo(ctx, first), localDate(ctx.now)])).length
}

/** Those of a match, the earliest first. */
export async function entriesOfMatch(ctx: Context, matchId: string, limit: number): Promise<BankEntry[]> {
  const rows = await ctx.query<Row>(
    `select m.txn_id, t.idem_key, t.journal, t.posted_on::text as day, m.fen,
       coalesce((select max(s.name) from ledger_entry e join store s on s.id = e.store_id where e.txn_id = m.txn_id), '') as store_name
      from bank_match_entry m join ledger_txn t on t.id = m.txn_id where m.match_id = $1 order by t.posted_on, m.txn_id limit ${limit}`,
    [matchId],
  )
  return describeAll(ctx, rows)
}

/** The id of the row that the key of an entry names: of `J23:bill:<bill>:<store>` the bill, of `J23:bill:d<id>` the difference. */
const idIn = (key: string): string | undefined => /^(?:J21:)?J\d+:(?:[a-z]+:)?d?(\d+)/.exec(key)?.[1]

interface PaidFact {
  readonly id: string
  readonly receiptId: string | null
  readonly payer: string | null
  readonly providerNo: string | null
  readonly orderNo: string
  readonly contactName: string
  readonly payerName: string | null
}

interface BillFact {
  readonly id: string
  readonly day: LocalDate
  readonly channelId: string
  readonly merchantNo: string
  readonly payWay: number
}

/** What may tell whose money each entry is: four statements and one of each feature that knows parties, for any number of entries. */
async function describeAll(ctx: Context, rows: readonly Row[]): Promise<BankEntry[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ idemKey }) => idIn(idemKey) ?? []))]
  const bills = rows.some(({ idemKey }) => idemKey.startsWith('J23:bill:'))
  // Their numbers are asked for with the receipts of the payments, the rest beside these.
  const paying = ctx.query<PaidFact>(
    `select p.id, p.receipt_id, r.payer, p.provider_no, o.order_no, o.contact_name, o.payer_name
       from payment p join "order" o on o.id = p.order_id left join receipt r on r.id = p.receipt_id where p.id = any ($1::bigint[])`,
    [ids],
  )
  const billing = !bills
    ? []
    : ctx.query<BillFact>(
        `select x.id, b.day::text as day, c.id as channel_id, c.merchant_no, c.pay_way from (
           select id, id as bill_id from pay_bill where id = any ($1::bigint[])
           union all select id, bill_id from bill_difference where id = any ($1::bigint[])) x
           join pay_bill b on b.id = x.bill_id join pay_channel c on c.id = b.channel_id`,
        [ids],
      )
  const finding = partiesOf(
    ctx,
    rows.map(({ idemKey }) => idemKey),
  )
  const [payments, billFacts, parties] = await Promise.all([paying, billing, finding])
  const proofs = await ctx.query<{ recordId: string; number: string }>(
    `select record_id, substr(mark, 4) as number from money_proof where record_id = any ($1::bigint[]) and mark like 'no:%' and released_at is null`,
    [[...ids, ...payments.flatMap(({ receiptId }) => receiptId ?? [])]],
  )
  const facts = {
    paidById: new Map(payments.map((one) => [one.id, one])),
    numbersById: Map.groupBy(proofs, ({ recordId }) => recordId),
    billById: new Map(billFacts.map((one) => [one.id, one])),
    parties,
  }
  return rows.map((row) => describe(row, facts))
}

interface Facts {
  readonly paidById: ReadonlyMap<string, PaidFact>
  readonly numbersById: ReadonlyMap<string, readonly { readonly number: string }[]>
  readonly billById: ReadonlyMap<string, BillFact>
  readonly parties: ReadonlyMap<string, Party>
}

function describe({ txnId, idemKey, journal, day, fen, storeName }: Row, facts: Facts): BankEntry {
  const id = idIn(idemKey) ?? ''
  const paid = facts.paidById.get(id)
  const bill = idemKey.startsWith('J23:bill:') ? facts.billById.get(id) : undefined
  const party = facts.parties.get(idemKey)
  const names = [paid?.payer, paid?.payerName, paid?.contactName, party?.name].filter((name) => !!name) as string[]
  const numbers = [id, paid?.receiptId ?? '']
    .flatMap((of) => facts.numbersById.get(of) ?? [])
    .map(({ number }) => number)
  const kind = kindOf(idemKey, bill)
  const word = bill !== undefined ? `${kind === 'wechat' ? '微信' : '支付宝'}账单` : journalWord(idemKey, journal)
  return {
    txnId,
    key: idemKey,
    day,
    fen,
    names: [...new Set(names)],
    numbers: [...numbers, paid?.providerNo ?? '', party?.slipNo ?? ''].filter((number) => number !== ''),
    what: [word, bill?.day, names[0], paid?.orderNo, storeName].filter(Boolean).join(' '),
    kind,
    together:
      bill !== undefined
        ? `bill:${bill.channelId}:${bill.day}`
        : paid?.receiptId != null
          ? `receipt:${paid.receiptId}`
          : (party?.together ?? null),
    billOf: bill === undefined ? null : { channelId: bill.channelId, merchantNo: bill.merchantNo, day: bill.day },
  }
}

function kindOf(key: string, bill: BillFact | undefined): BookedKind {
  if (bill !== undefined) return bill.payWay === payWay.wechat ? 'wechat' : 'alipay'
  if (/^J23:\d+$/.test(key)) return 'cash'
  if (key.startsWith('J23:arrival:')) return 'card'
  return key.startsWith('J23:statement:') ? 'platform' : 'payment'
}

const settled: readonly (readonly [RegExp, string])[] = [
  [/^J23:\d+$/, '交存现金'],
  [/^J23:arrival:/, '到账登记'],
  [/^J23:statement:/, '平台结算'],
  [/^J23:charge:/, '银行费用'],
  [/^J12:paid:/, '代缴违章款'],
  [/^J24:paid:/, '保险赔款'],
  [/^J25:paid:/, '付车主'],
  [/^J26:paid:/, '付应付款'],
]
const journalWord = (key: string, journal: number): string =>
  settled.find(([start]) => start.test(key))?.[1] ?? journals.text(journal)

/** Entries as a line may pay them: each by itself, and those that came together as one. */
export function matchableEntries(entries: readonly BankEntry[]): Booked[] {
  const single = entries
    // The bill of a day stands for itself below, in however many stores its payments were.
    .filter(({ billOf }) => billOf === null)
    .map(({ key, together: _, billOf: __, txnId, ...entry }) => ({ ...entry, key: `txn:${txnId}`, txnIds: [txnId] }))
  const groups = Map.groupBy(
    entries.filter(({ together }) => together !== null),
    ({ together }) => together!,
  )
  const joined = [...groups].flatMap(([key, all]): Booked[] => {
    const [first] = all as [BankEntry]
    if (all.length === 1 && first.billOf === null) return []
    const day =
      first.billOf?.day ??
      all
        .map((one) => one.day)
        .toSorted()
        .at(-1)!
    return [
      {
        key,
        txnIds: all.map(({ txnId }) => txnId),
        fen: all.reduce((sum, { fen }) => sum + fen, 0),
        day,
        kind: first.kind,
        names: [...new Set(all.flatMap(({ names }) => names))],
        numbers: [...new Set(all.flatMap(({ numbers }) => numbers))],
        what:
          first.billOf !== null
            ? `${first.kind === 'wechat' ? '微信' : '支付宝'}账单 ${day}`
            : `${first.what} 等${all.length}笔`,
      },
    ]
  })
  return [...single, ...joined].filter(({ fen }) => fen !== 0)
}
