import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { PayWay } from '@cheyi/domain/money/payment/codes'
import type { BillState } from '@cheyi/domain/money/reconcile/bill'
import { type DifferenceState, differenceState } from '@cheyi/domain/money/reconcile/compare'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import { parameters } from '../../kernel/db/sql.ts'

/* Queries of bills and differences for lists and pages. */

type Bill = OutputOf<typeof contract.reconcile.detail>
type Difference = OutputOf<typeof contract.reconcile.differences>['list'][number]

/** A bill with its contract, as in the contract output except for the sums, which are named as their columns. */
export interface ShownBill extends Omit<Bill, 'lines' | 'paid' | 'refunded' | 'fee' | 'borne'> {
  readonly dayNo: number
  readonly channelId: string
  readonly lineCount: number
  readonly inFen: number
  readonly outFen: number
  readonly feeFen: number
  readonly borneFen: number
}

export interface BillAsk {
  readonly id?: string | undefined
  readonly state?: BillState | undefined
  readonly payWay?: PayWay | undefined
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
}

/**
 * The bills that were asked for, with the conditions that were given and no others: a plan made for whatever values would look up the
 * contract of every bill. An account that is limited to some stores sees only their contracts.
 */
function filterOf({ identity }: Context, ask: BillAsk) {
  const { values, bind } = parameters()
  const conditions = ['true']
  if (identity.scope !== 'all') conditions.push(`c.store_id = any (${bind(identity.storeIds)}::bigint[])`)
  if (ask.id !== undefined) conditions.push(`b.id = ${bind(ask.id)}::bigint`)
  if (ask.state !== undefined) conditions.push(`b.state = ${bind(ask.state)}::int`)
  if (ask.payWay !== undefined) conditions.push(`c.pay_way = ${bind(ask.payWay)}::int`)
  if (ask.from !== undefined) conditions.push(`b.day >= ${bind(ask.from)}::date`)
  if (ask.to !== undefined) conditions.push(`b.day <= ${bind(ask.to)}::date`)
  return { values, bind, where: conditions.join(' and ') }
}
const BILLS = 'pay_bill b join pay_channel c on c.id = b.channel_id left join store s on s.id = c.store_id'

export function billPage(ctx: Context, ask: BillAsk, after: readonly string[] | null, limit: number) {
  const { values, bind, where } = filterOf(ctx, ask)
  const behind =
    after === null ? '' : `and (b.day, b.id) < (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  return ctx.query<ShownBill>(
    `select b.id, b.day::text as day, b.day - date '1970-01-01' as day_no, b.channel_id, c.pay_way, c.merchant_no, s.name as store_name,
       b.state, b.failure, b.ask_at, b.compared_at, b.line_count, b.in_fen, b.out_fen, b.fee_fen, b.borne_fen,
       (select count(*)::int from bill_difference d where d.bill_id = b.id and d.state = ${differenceState.open}) as open
     from ${BILLS} where ${where} ${behind} order by b.day desc, b.id desc limit ${limit}`,
    values,
  )
}

export function billCount(ctx: Context, ask: BillAsk): Promise<number> {
  const { values, where } = filterOf(ctx, ask)
  return countRows(ctx, `${BILLS} where ${where}`, values)
}

export interface ShownDifference extends Omit<Difference, 'no' | 'theirs' | 'ours' | 'fee' | 'borne'> {
  readonly outNo: string
  readonly theirsFen: number | null
  readonly oursFen: number | null
  readonly feeFen: number
  readonly borneFen: number
}

const OF_BILL = `d.bill_id = $1 and ($2::int is null or d.state = $2)`

export const differencePage = (
  ctx: Context,
  ask: { readonly billId: string; readonly state?: DifferenceState | undefined },
  after: string | null,
  limit: number,
) =>
  ctx.query<ShownDifference>(
    `select d.id, d.kind, d.state, d.line_kind, d.out_no, d.provider_no, o.id as order_id, o.order_no, o.order_kind, d.store_id, s.name as store_name,
       d.paid_at, d.theirs_fen, d.ours_fen, d.fee_fen, d.borne_fen, d.reason, d.cleared_at, a.name as cleared_by_name, g.name as signed_by_name
     from bill_difference d left join payment p on p.id = d.payment_id left join "order" o on o.id = p.order_id
       left join store s on s.id = d.store_id left join account a on a.id = d.cleared_by left join account g on g.id = d.signed_by
     where ${OF_BILL} and ($3::bigint is null or d.id > $3) order by d.id limit ${limit}`,
    [ask.billId, ask.state ?? null, after],
  )

export const differenceCount = (
  ctx: Context,
  ask: { readonly billId: string; readonly state?: DifferenceState | undefined },
): Promise<number> => countRows(ctx, `bill_difference d where ${OF_BILL}`, [ask.billId, ask.state ?? null])
