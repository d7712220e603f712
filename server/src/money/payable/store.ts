import { ageLimits, debtAge, debtAges } from '@cheyi/domain/money/debt/age'
import { type PayableState, type PayeeKind, payableState } from '@cheyi/domain/money/payable/codes'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'

type Asking = Pick<Context, 'query'>
export type PayeeRow = Selectable<DB['payee']>
export type BillRow = Selectable<DB['payableBill']>

const s = payableState
/** SQL: bills that are not paid. */
const UNPAID = `(${s.open}, ${s.inRun})`

interface PayeeFilter {
  readonly keyword: string
  readonly kind?: PayeeKind | undefined
}

function payeesSql({ keyword, kind }: PayeeFilter) {
  const { values, bind } = parameters()
  const where = [
    'true',
    keyword !== '' && `position(${bind(keyword)} in p.name) > 0`,
    kind !== undefined && `p.kind = ${bind(kind)}::smallint`,
  ]
  return { values, bind, where: where.filter(Boolean).join(' and ') }
}

/** The newest first, with what is not paid of the bills of each. */
export function payees(ctx: Asking, filter: PayeeFilter, after: string | null, limit: number) {
  const { values, bind, where } = payeesSql(filter)
  const behind = after === null ? '' : `and p.id < ${bind(after)}::bigint`
  return ctx.query<PayeeRow & { readonly openFen: number }>(
    `select p.*, (select coalesce(sum(b.fen - b.paid_fen), 0)::bigint from payable_bill b where b.payee_id = p.id and b.state in ${UNPAID}) as open_fen
       from payee p where ${where} ${behind} order by p.id desc limit ${limit}`,
    values,
  )
}

export function countPayees(ctx: Asking, filter: PayeeFilter): Promise<number> {
  const { values, where } = payeesSql(filter)
  return countRows(ctx, `payee p where ${where}`, values)
}

export const payee = (ctx: Asking, id: string) => ctx.query.first<PayeeRow>('select * from payee where id = $1', [id])
export const lockPayee = (ctx: Asking, id: string) =>
  ctx.query.first<PayeeRow>('select * from payee where id = $1 for update', [id])
export const insertPayee = (ctx: Pick<Context, 'db'>, row: Insertable<DB['payee']>) =>
  ctx.db.insertInto('payee').values(row).execute()
export const updatePayee = (ctx: Context, row: PayeeRow, patch: Patch<'payee'>) => saveRow(ctx, 'payee', row, patch)

/** The payee that a record of another feature is, new or the one that is there, with the name that the record has now. */
export async function payeeOf(
  ctx: Asking,
  { kind, originId, name }: { readonly kind: PayeeKind; readonly originId: string; readonly name: string },
): Promise<string> {
  const [row] = await ctx.query<{ id: string }>(
    `insert into payee as p (kind, origin_id, name) values ($1, $2, $3)
     on conflict (merchant_id, kind, origin_id) where origin_id is not null do update set name = excluded.name returning p.id`,
    [kind, originId, name],
  )
  return row!.id
}

export interface BillFilter {
  readonly keyword: string
  readonly state?: PayableState | undefined
  readonly kind?: PayeeKind | undefined
  readonly age?: number | undefined
  readonly payeeId?: string | undefined
}

/** SQL: the age of a bill `b`; `today`: SQL of the day. */
const ageSql = (today: string) =>
  `case ${ageLimits.map(([age, most]) => `when ${today}::date - b.due_on <= ${most} then ${age}`).join(' ')} else ${debtAge.older} end`

/** The conditions of a filter; `whole`: whatever age was asked for. */
function billsSql(ctx: Context, { keyword, state, kind, age, payeeId }: BillFilter, whole = false) {
  const { values, bind } = parameters()
  const today = bind(localDate(ctx.now))
  const named = keyword === '' ? null : bind(keyword)
  const where = [
    state === undefined ? `b.state in ${UNPAID}` : `b.state = ${bind(state)}::smallint`,
    kind !== undefined && `p.kind = ${bind(kind)}::smallint`,
    payeeId && `b.payee_id = ${bind(payeeId)}::bigint`,
    named &&
      `(position(${named} in p.name) > 0 or position(${named} in b.bill_no) > 0 or position(${named} in b.what) > 0)`,
    age !== undefined && !whole && `${ageSql(today)} = ${bind(age)}::int`,
  ]
  return { values, bind, today, where: where.filter(Boolean).join(' and ') }
}

export interface ListedBill extends BillRow {
  readonly payeeName: string
  readonly payeeKind: PayeeKind
  readonly late: number
  readonly age: number
  readonly dayNo: number
}

const billColumnsSql = (
  today: string,
) => `b.*, p.name as payee_name, p.kind as payee_kind, greatest(${today}::date - b.due_on, 0) as late, ${ageSql(today)} as age,
  b.due_on - date '1970-01-01' as day_no`

/** The earliest due date first. */
export function bills(ctx: Context, filter: BillFilter, after: readonly string[] | null, limit: number) {
  const { values, bind, today, where } = billsSql(ctx, filter)
  const behind =
    after === null
      ? ''
      : `and (b.due_on, b.id) > (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  return ctx.query<ListedBill>(
    `select ${billColumnsSql(today)} from payable_bill b join payee p on p.id = b.payee_id where ${where} ${behind}
      order by b.due_on, b.id limit ${limit}`,
    values,
  )
}

/** The number of matches and what is left of them by age, in the order of ages; of all ages whatever age was asked for. */
export async function billSums(ctx: Context, filter: BillFilter) {
  const { values, today, where } = billsSql(ctx, filter, true)
  const rows = await ctx.query<{ age: number; n: number; fen: number }>(
    `select ${ageSql(today)} as age, count(*)::int as n, coalesce(sum(b.fen - b.paid_fen) filter (where b.state <> ${s.cancelled}), 0)::bigint as fen
       from payable_bill b join payee p on p.id = b.payee_id where ${where} group by 1`,
    values,
  )
  const byAge = new Map(rows.map((row) => [row.age, row]))
  return debtAges.values.map((age) => ({ age, left: byAge.get(age)?.fen ?? 0, count: byAge.get(age)?.n ?? 0 }))
}

export const bill = (ctx: Context, id: string) =>
  ctx.query.first<ListedBill & { readonly createdByName: string | null }>(
    `select ${billColumnsSql('$2')}, a.name as created_by_name from payable_bill b join payee p on p.id = b.payee_id left join account a on a.id = b.created_by
      where b.id = $1`,
    [id, localDate(ctx.now)],
  )

/** Bills under their locks, in the order of their ids, so that two callers do not wait for each other. */
export const lockBills = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<BillRow>('select * from payable_bill where id = any ($1::bigint[]) order by id for update', [ids])

export const lockBill = async (ctx: Asking, id: string): Promise<BillRow | undefined> => (await lockBills(ctx, [id]))[0]

/** The bill that follows a statement, under its lock. */
export const lockFollowing = (ctx: Asking, source: number, refId: string) =>
  ctx.query.first<BillRow>(
    `select * from payable_bill where source = $1 and ref_id = $2 and state <> ${s.cancelled} for update`,
    [source, refId],
  )

export function insertBill(ctx: Context, row: Insertable<DB['payableBill']> & { readonly id: string }) {
  pendingWorkChanges(ctx, 'payableBill', [row.id])
  return ctx.db.insertInto('payableBill').values(row).execute()
}

/** A step of a bill; every one may change what is pending about it. */
export function setBill(ctx: Context, row: BillRow, patch: Patch<'payableBill'>): BillRow {
  pendingWorkChanges(ctx, 'payableBill', [row.id])
  return saveRow(ctx, 'payableBill', row, patch)
}

/** Another bill of a payee with the same number that counts. */
export const billOfNumber = (ctx: Asking, payeeId: string, billNo: string, exceptId: string | null) =>
  ctx.query.first<{ billedOn: LocalDate; fen: number }>(
    `select billed_on, fen from payable_bill where payee_id = $1 and bill_no = $2 and bill_no <> '' and state <> ${s.cancelled} and id is distinct from $3`,
    [payeeId, billNo, exceptId],
  )

interface PaymentRow {
  readonly id: string
  readonly billId: string
  readonly runId: string | null
  readonly fen: number
  readonly payWay: DB['payablePayment']['payWay']
  readonly paidOn: LocalDate
  readonly slipNo: string
  readonly byName: string
  readonly undoneAt: number | null
  readonly undoReason: string
  readonly matched: boolean
}

/** SQL: a line of a bank statement is matched to the entry of a payment `y`. */
const MATCHED = `exists (select from ledger_txn t join bank_match_entry m on m.txn_id = t.id and not m.undone where t.idem_key = 'J26:paid:' || y.id)`

/** Payments of a bill, the newest first. */
export const payments = (ctx: Asking, billId: string) =>
  ctx.query<PaymentRow>(
    `select y.id, y.bill_id, y.run_id, y.fen, y.pay_way, y.paid_on, y.slip_no, coalesce(a.name, '系统') as by_name, y.undone_at, y.undo_reason,
        ${MATCHED} as matched
       from payable_payment y left join account a on a.id = y.created_by where y.bill_id = $1 order by y.id desc limit 100`,
    [billId],
  )

export const payment = (ctx: Asking, id: string) =>
  ctx.query.first<Pick<PaymentRow, 'id' | 'billId' | 'runId' | 'fen' | 'undoneAt' | 'matched'>>(
    `select y.id, y.bill_id, y.run_id, y.fen, y.undone_at, ${MATCHED} as matched from payable_payment y where y.id = $1`,
    [id],
  )

export const insertPayment = (ctx: Pick<Context, 'db'>, row: Insertable<DB['payablePayment']>) =>
  ctx.db.insertInto('payablePayment').values(row).execute()

export const undoPayment = (ctx: Asking, id: string, reason: string) =>
  ctx.query('update payable_payment set undone_at = app_now(), undone_by = actor(), undo_reason = $2 where id = $1', [
    id,
    reason,
  ])

/** The garage of the tickets that has a name. */
export const garageOfName = async (ctx: Asking, name: string): Promise<string | null> =>
  (await ctx.query.first<{ id: string }>('select id from garage where name = $1 and merged_into_id is null', [name]))
    ?.id ?? null
