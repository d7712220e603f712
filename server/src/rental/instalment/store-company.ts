import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { isDraft, isOver } from '@cheyi/domain/booking/order/steps'
import type { LongTerms } from '@cheyi/domain/pricing/quote/long/terms'
import { carModelSql, dueSql } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'

const over = orderStatuses.values.filter(isOver).join(', ')
const drafts = orderStatuses.values.filter(isDraft).join(', ')

/** Submitted orders `o` that a company pays for. */
const PAID = `o.payer_name <> '' and o.status not in (${drafts})`

type Ask = ParsedOf<(typeof contract.instalment)['companies']>

const GROUPED = `select o.payer_name as payer, min(o.id) as first_id, (array_agg(o.payer_tax_no order by o.id desc))[1] as tax_no, count(*)::int as orders,
    (count(*) filter (where o.status not in (${over})))::int as running, sum(greatest(0, ${dueSql('o')}))::bigint as owed_fen,
    sum(o.instalments_overdue)::int as overdue, to_char(min(o.next_due_on), 'YYYY-MM-DD') as next_due_date
  from "order" o where ${PAID} and ($1::text is null or position($1 in o.payer_name) > 0)
  group by o.payer_name`

const filterOf = ({ keyword }: Ask): unknown[] => [keyword || null]

interface PayerRow {
  readonly payer: string
  readonly firstId: string
  readonly taxNo: string
  readonly orders: number
  readonly running: number
  readonly owedFen: number
  readonly overdue: number
  readonly nextDueDate: string | null
}

/** The largest debt first; the rows after a cursor of debt and first order. */
export const page = (ctx: Context, ask: Ask, after: readonly string[] | null, limit: number): Promise<PayerRow[]> =>
  ctx.query<PayerRow>(
    `select * from (${GROUPED}) g where $2::bigint is null or (g.owed_fen, g.first_id) < ($2, $3::bigint)
      order by g.owed_fen desc, g.first_id desc limit ${limit}`,
    [...filterOf(ask), ...(after ?? [null, null])],
  )

export const count = (ctx: Context, ask: Ask): Promise<number> => countRows(ctx, `(${GROUPED}) g`, filterOf(ask))

export interface PaidOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly plate: string | null
  readonly modelName: string
  readonly taxNo: string
  readonly owedFen: number
  readonly refundingFen: number
  /** Null for a short order, which has no instalments. */
  readonly terms: LongTerms | null
}

/** The orders that a company pays for, oldest number first. */
export const ordersOf = (ctx: Context, payer: string): Promise<PaidOrder[]> =>
  ctx.query<PaidOrder>(
    `select o.id as order_id, o.order_no, o.order_kind, o.plate, ${carModelSql('o', 'm.name')} as model_name, o.payer_tax_no as tax_no,
      o.owed_fen, o.refunding_fen, o.quote_snapshot -> 'terms' as terms
     from "order" o join model m on m.id = o.model_id where ${PAID} and o.payer_name = $1 order by o.id`,
    [payer],
  )
