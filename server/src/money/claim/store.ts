import { deductResult } from '@cheyi/domain/money/deposit/codes'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { openDamageStatuses } from '@cheyi/domain/rental/damage/claim'
import { damageStatus } from '@cheyi/domain/rental/damage/codes'
import { deductState, violationStatus } from '@cheyi/domain/rental/violation/codes'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { CaseKind } from './actions.ts'

/** A claim in collection. Fen. */
export interface ClaimRow {
  readonly kind: CaseKind
  readonly id: string
  readonly payableFen: number
  readonly refundedFen: number
  readonly withdrawnFen: number
  /** Only for damage: the damaged parts. */
  readonly damagedParts: Columns['damagedParts'] | null
  /** Only for a violation: the act. */
  readonly act: string | null
  /** Only for a supplement: reason and remark. */
  readonly reasonCode: Columns['supplement.reasonCode'] | null
  readonly remark: string | null
  /** The customer disputes it: no deposit pays it until that is decided. */
  readonly disputed: boolean
}

const SUMS = 'coalesce(payable_fen, 0) as payable_fen, refunded_fen, withdrawn_fen'

const claims = ({ damage, violation, supplement }: Readonly<Record<CaseKind, string>>) => `
  select * from (
  select 'damage' as kind, id, ${SUMS}, damaged_parts, null as act, null::smallint as reason_code, null as remark, false as disputed
    from damage_order where order_id = $1 and ${damage}
  union all
  select 'violation', id, ${SUMS}, null, act, null, null, status = ${violationStatus.appealed}
    from violation where order_id = $1 and ${violation}
  union all
  select 'supplement', id, amount_fen, 0, 0, null, null, reason_code, remark, false
    from supplement where order_id = $1 and ${supplement}) claims
  order by kind <> 'violation', id`

/** Claims of an order in collection, oldest first, those of violations before others, because only their own money pays them. */
export const collecting = (ctx: Pick<Context, 'query'>, orderId: string) =>
  ctx.query<ClaimRow>(
    claims({
      damage: `status = ${damageStatus.deducting}`,
      violation: `deduct_state = ${deductState.due}`,
      supplement: `status = ${supplementStatus.waiting}`,
    }),
    [orderId],
  )

/** A case of an order in any state. */
export const byId = (ctx: Pick<Context, 'query'>, orderId: string, id: string) =>
  ctx.query.first<ClaimRow>(claims({ damage: 'id = $2', violation: 'id = $2', supplement: 'id = $2' }), [orderId, id])

/** What was received for one case by separate payments and deductions, before refunds, fen. */
export interface Collected {
  id: string
  fen: number
  /** The result of the last deduction; null while it is unanswered, or without any. */
  result: Columns['depositDeduction.result'] | null
}

/** Money that references cases of an order; cases without any are omitted. */
export const collected = (ctx: Pick<Context, 'query'>, orderId: string) =>
  ctx.query<Collected>(
    `select of_id as id, coalesce(sum(fen) filter (where done), 0) as fen,
        (array_agg(result order by at desc) filter (where at is not null))[1] as result
       from (
         select ref_id as of_id, amount_fen as fen, status = ${paymentStatus.succeeded} as done, null::smallint as result, null::bigint as at
           from payment where order_id = $1 and ref_type in ('damage', 'violation', 'supplement') and direction = 'in'
         union all
         select (line ->> 'refId')::bigint, (line ->> 'amount')::bigint, n.result in (${deductResult.succeeded}, ${deductResult.refunded}), n.result, n.id
           from deposit_deduction n cross join jsonb_array_elements(n.lines) line
          where n.order_id = $1 and line ->> 'code' in ('damage', 'violation', 'supplement')) money
      group by of_id`,
    [orderId],
  )

/**
 * SQL: the part of claims that was paid by money without a reference to them: `order_id`, `id`, `at`, `fen`. Used as a table expression;
 * `ids` is SQL of an array of order ids.
 */
export const metUnnamedSql = (ids: Sql) => sql`(
  select met.order_id, met.id, met.at, met.fen - named.fen as fen
    from (
      select order_id, id, met_at as at, coalesce(payable_fen, 0) - withdrawn_fen as fen
        from damage_order where order_id = any(${ids}) and status = ${damageStatus.done}
      union all
      select order_id, id, met_at, coalesce(payable_fen, 0) - withdrawn_fen
        from violation where order_id = any(${ids}) and deduct_state = ${deductState.deducted}
      union all
      select order_id, id, paid_at, amount_fen
        from supplement where order_id = any(${ids}) and status = ${supplementStatus.paid} and credited is not null) met
    cross join lateral (
      select coalesce((select sum(p.amount_fen) from payment p where p.order_id = met.order_id and p.ref_id = met.id
            and p.ref_type in ('damage', 'violation', 'supplement') and p.direction = 'in' and p.status = ${paymentStatus.succeeded}), 0)
          + coalesce((select sum((line ->> 'amount')::bigint) from deposit_deduction n cross join jsonb_array_elements(n.lines) line
            where n.order_id = met.order_id and n.result in (${deductResult.succeeded}, ${deductResult.refunded})
              and (line ->> 'refId')::bigint = met.id), 0) as fen) named
   where met.at is not null and met.fen > named.fen)`

/** Number of unfinished damage cases of an order. */
export async function openDamages(ctx: Pick<Context, 'query'>, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ n: number }>(
    `select count(*)::int as n from damage_order where order_id = $1 and status in (${openDamageStatuses.join(', ')})`,
    [orderId],
  )
  return row!.n
}
