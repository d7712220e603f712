import { caseKinds, claimKinds, claimName } from '@cheyi/domain/money/claim/claim'
import { claimState } from '@cheyi/domain/money/claim/codes'
import { deductResult } from '@cheyi/domain/money/deposit/codes'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type ClaimRow = Selectable<DB['claim']>

/** The amounts of a claim beside the row of its case, fen; a case without a claim has a null state. */
export interface ClaimColumns {
  readonly claimState: ClaimRow['state'] | null
  readonly expectedFen: number
  readonly payableFen: number | null
  readonly passedFen: number
  readonly refundedFen: number
  readonly withdrawnFen: number
}

export const noClaim: ClaimColumns = {
  claimState: null,
  expectedFen: 0,
  payableFen: null,
  passedFen: 0,
  refundedFen: 0,
  withdrawnFen: 0,
}

/** SQL: what is left of a claim, fen; nothing of one that is only expected. */
export const claimLeftSql = sql`(coalesce(payable_fen, 0) - refunded_fen - withdrawn_fen)`

/** SQL: the name of a claim among charges, as `claimName` has it. */
export const claimNameSql = sql`case when subject = '' then '${claimName('damage', '') as Sql}'
  else case kind ${caseKinds.map((kind) => `when '${kind}' then '${claimKinds[kind].title}'`).join(' ') as Sql} end || '：' || subject end`

/** SQL: {@link ClaimColumns} of the claim `c`. */
export const claimColumnsSql = sql`c.state as claim_state, coalesce(c.expected_fen, 0) as expected_fen, c.payable_fen,
  coalesce(c.passed_fen, 0) as passed_fen, coalesce(c.refunded_fen, 0) as refunded_fen, coalesce(c.withdrawn_fen, 0) as withdrawn_fen`

type Asking = Pick<Context, 'query'>

/** Claims of an order in collection, oldest first, those of violations before others, because only their own money pays them. */
export const collecting = (ctx: Asking, orderId: string) =>
  ctx.query<ClaimRow>(
    `select * from claim where order_id = $1 and state = ${claimState.due} order by kind <> 'violation', id`,
    [orderId],
  )

export const byIds = (ctx: Asking, ids: readonly string[]) =>
  ctx.query<ClaimRow>('select * from claim where id = any ($1::bigint[]) order by id', [ids])

/**
 * What cases of an order that are not assessed yet are likely to cost, fen.
 * @param without a case that is left out, so that its claim may be written beside this read
 */
export async function expectedFen(ctx: Asking, orderId: string, without = '0'): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(expected_fen), 0) as fen from claim where order_id = $1 and id <> $2 and state = ${claimState.expected}`,
    [orderId, without],
  )
  return row!.fen
}

/** Writes a claim: a new one, or what an expected one has become. @throws Error for one that was fixed before, because it would be lost */
export const save = (ctx: Context, row: Insertable<DB['claim']>) =>
  ctx.db
    .insertInto('claim')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'id']).doUpdateSet(row).where('claim.state', '=', claimState.expected),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

export const setMet = (ctx: Context, ids: readonly string[], state: ClaimRow['state']) =>
  ctx.query('update claim set state = $2, met_at = app_now() where id = any ($1::bigint[])', [ids, state])

/** Reduces claims by what is withdrawn of each, fen, and ends them. */
export const withdraw = (ctx: Context, ids: readonly string[], fen: readonly number[], state: ClaimRow['state']) =>
  ctx.query(
    `update claim set state = $3, withdrawn_fen = withdrawn_fen + x.fen, ended_at = app_now()
       from unnest($1::bigint[], $2::bigint[]) as x (id, fen) where claim.id = x.id`,
    [ids, fen, state],
  )

export const refund = (ctx: Context, id: string, fen: number, state: ClaimRow['state']) =>
  ctx.query('update claim set state = $3, refunded_fen = refunded_fen + $2 where id = $1', [id, fen, state])

export const setDisputed = (ctx: Context, id: string, disputed: boolean) =>
  ctx.query('update claim set disputed = $2 where id = $1', [id, disputed])

/** What was received for one case by separate payments and deductions, before refunds, fen. */
export interface Collected {
  id: string
  fen: number
  /** The result of the last deduction; null while it is unanswered, or without any. */
  result: Columns['depositDeduction.result'] | null
}

/** SQL: how payments and the lines of deductions name cases. */
const KINDS = caseKinds.map((kind) => `'${kind}'`).join(', ') as Sql

/** Money that references cases of an order; cases without any are omitted. */
export const collectedByCase = (ctx: Asking, orderId: string) =>
  ctx.query<Collected>(
    `select of_id as id, coalesce(sum(fen) filter (where done), 0) as fen,
        (array_agg(result order by at desc) filter (where at is not null))[1] as result
       from (
         select ref_id as of_id, amount_fen as fen, status = ${paymentStatus.succeeded} as done, null::smallint as result, null::bigint as at
           from payment where order_id = $1 and ref_type in (${KINDS}) and direction = 'in'
         union all
         select (line ->> 'refId')::bigint, (line ->> 'amount')::bigint, n.result in (${deductResult.succeeded}, ${deductResult.refunded}), n.result, n.id
           from deposit_deduction n cross join jsonb_array_elements(n.lines) line
          where n.order_id = $1 and line ->> 'code' in (${KINDS})) money
      group by of_id`,
    [orderId],
  )

/**
 * SQL: the part of claims that was paid by money without a reference to them: `order_id`, `id`, `at`, `fen`. Used as a table expression;
 * `ids` is SQL of an array of order ids.
 */
export const metUnnamedSql = (ids: Sql) => sql`(
  select met.order_id, met.id, met.met_at as at, met.payable_fen - met.withdrawn_fen - named.fen as fen
    from claim met cross join lateral (
      select coalesce((select sum(p.amount_fen) from payment p where p.order_id = met.order_id and p.ref_id = met.id
            and p.ref_type in (${KINDS}) and p.direction = 'in' and p.status = ${paymentStatus.succeeded}), 0)
          + coalesce((select sum((line ->> 'amount')::bigint) from deposit_deduction n cross join jsonb_array_elements(n.lines) line
            where n.order_id = met.order_id and n.result in (${deductResult.succeeded}, ${deductResult.refunded})
              and (line ->> 'refId')::bigint = met.id), 0) as fen) named
   where met.order_id = any(${ids}) and met.state = ${claimState.met} and met.credited is not null and met.met_at is not null
     and met.payable_fen - met.withdrawn_fen > named.fen)`

/** Number of unfinished damage cases of an order. */
export async function openDamages(ctx: Asking, orderId: string): Promise<number> {
  const [row] = await ctx.query<{ n: number }>(
    `select count(*)::int as n from claim where order_id = $1 and kind = 'damage' and state in (${claimState.expected}, ${claimState.due})`,
    [orderId],
  )
  return row!.n
}
