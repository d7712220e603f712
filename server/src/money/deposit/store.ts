import {
  type DeductResult,
  type DepositKind,
  type DepositMode,
  deductResult,
  type WaiveType,
} from '@cheyi/domain/money/deposit/codes'
import type { DeductionLine } from '@cheyi/domain/money/deposit/deduct'
import { depositStatusOf, orderPayStatus } from '@cheyi/domain/money/deposit/status'
import type { DepositState } from '@cheyi/domain/money/deposit/steps'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { cacheDeposits } from '../../booking/order/actions.ts'
import type { Context, Db } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type DepositRow = Selectable<DB['deposit']>

export interface NewDeposit extends DepositState {
  readonly kind: DepositKind
  readonly amount: number
  readonly waiveType: WaiveType | null
  readonly mode: DepositMode | null
}

export function insert(ctx: Context, orderId: string, rows: readonly NewDeposit[]): void {
  if (rows.length === 0) return
  ctx.queue(
    ctx.db.insertInto('deposit').values(rows.map(({ amount, ...row }) => ({ ...row, orderId, amountFen: amount }))),
  )
}

const ofOrder = ({ db }: Pick<Context, 'db'>, orderId: string) =>
  db.selectFrom('deposit').selectAll().where('orderId', '=', orderId).orderBy('kind')

/** The deposits of an order, rental first. */
export const rows = (ctx: Pick<Context, 'db' | 'query'>, orderId: string): Promise<DepositRow[]> =>
  ctx.query(ofOrder(ctx, orderId))

/** The same under row locks; the caller holds the order's lock, or asks for it with the same flight. */
export const lockRows = (ctx: Pick<Context, 'db' | 'query'>, orderId: string): Promise<DepositRow[]> =>
  ctx.query(ofOrder(ctx, orderId).forUpdate())

/** One kind of deposit of each of these orders. */
export const ofOrders = (ctx: Context, orderIds: readonly string[], kind: DepositKind) =>
  ctx.query<DepositRow>('select * from deposit where order_id = any ($1::bigint[]) and kind = $2', [orderIds, kind])

/** The given orders that have a pending release. */
export const onTheWay = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query<{ orderId: string }>(
    'select distinct order_id from deposit where order_id = any ($1::bigint[]) and in_flight_fen > 0 order by order_id',
    [orderIds],
  )

export const byId = (db: Db, id: string): Promise<DepositRow | undefined> =>
  db.selectFrom('deposit').selectAll().where('id', '=', id).executeTakeFirst()

export const update = (ctx: Context, row: DepositRow, patch: Patch<'deposit'>): DepositRow =>
  saveRow(ctx, 'deposit', row, patch)

/** The columns of the order row that depend on its deposits. */
export const labelsOf = (all: Parameters<typeof depositStatusOf>[0]) => ({
  depositStatus: depositStatusOf(all),
  depositPayStatus: orderPayStatus(all),
})

/** Queues the update of those columns. `mode`: the last mode in which they were settled. */
export const cacheOnOrder = (ctx: Context, orderId: string, all: readonly DepositRow[], mode?: DepositMode): void =>
  cacheDeposits(ctx, orderId, { ...labelsOf(all), ...(mode === undefined ? {} : { depositMode: mode }) })

export const insertDeduction = (
  db: Db,
  deduction: Omit<Insertable<DB['depositDeduction']>, 'outRequestNo'> & { id: string },
) =>
  db
    .insertInto('depositDeduction')
    .values({ ...deduction, outRequestNo: `D${deduction.id}` })
    .execute()

export const deduction = (db: Db, id: string) =>
  db.selectFrom('depositDeduction').selectAll().where('id', '=', id).executeTakeFirst()

export const decideDeduction = (db: Db, id: string, result: DeductResult) =>
  db.updateTable('depositDeduction').set({ result }).where('id', '=', id).execute()

/** A request to the platform that holds a deposit, with its answer. */
export type PlatformDeduction = Omit<Selectable<DB['depositDeduction']>, 'askedFen'> & {
  readonly askedFen: number
  readonly kind: DepositKind
}

/** The requests of an order to its platform, oldest first. */
export const platformDeductions = (ctx: Pick<Context, 'db'>, orderId: string): Promise<PlatformDeduction[]> =>
  ctx.db
    .selectFrom('depositDeduction as n')
    .innerJoin('deposit as d', 'd.id', 'n.depositId')
    .selectAll('n')
    .select('d.kind')
    .where('n.orderId', '=', orderId)
    .where('n.askedFen', 'is not', null)
    .$narrowType<{ askedFen: number }>()
    .orderBy('n.id')
    .execute()

export const answerDeduction = (ctx: Context, id: string, answer: Updateable<DB['depositDeduction']>) =>
  ctx.db
    .updateTable('depositDeduction')
    .set({ ...answer, answeredAt: ctx.now })
    .where('id', '=', id)
    .execute()

/** The deductions of an order since a time (epoch ms), by any call, fen; failed ones are excluded. */
export async function deductedSince(ctx: Context, orderId: string, since: number): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(amount_fen), 0) as fen from deposit_deduction
      where order_id = $1 and created_at > $2 and result is distinct from ${deductResult.failed}`,
    [orderId, at(since)],
  )
  return row!.fen
}

/** The same for many orders, with what a request for approval names of them. */
export const deductedOf = (ctx: Context, orderIds: readonly string[], since: number) =>
  ctx.query<{ id: string; orderNo: string; storeId: string; returnStoreId: string; fen: number }>(
    `select o.id, o.order_no, o.store_id, o.return_store_id, coalesce(sum(n.amount_fen), 0)::bigint as fen
       from "order" o left join deposit_deduction n on n.merchant_id = o.merchant_id and n.order_id = o.id
        and n.created_at > $2 and n.result is distinct from ${deductResult.failed}
      where o.id = any ($1::bigint[]) group by o.merchant_id, o.id order by o.id`,
    [orderIds, at(since)],
  )

/** Successful deductions of money, not of an authorization, that are not fully refunded; with their deposits. */
export const openDeductions = (db: Db, orderId: string) =>
  db
    .selectFrom('depositDeduction as n')
    .innerJoin('deposit as d', 'd.id', 'n.depositId')
    .select(['n.id', 'n.amountFen', 'n.refundedFen', 'n.lines', 'd.kind', 'd.holdStatus'])
    .where('n.orderId', '=', orderId)
    .where('n.result', '=', deductResult.succeeded)
    .where('n.payWay', 'is', null)
    .execute()

/** Records the part of a deduction that was returned into its deposit; once that is all of it, the deduction is refunded. */
export const giveBackDeduction = (ctx: Context, id: string, fen: number) =>
  ctx.query(
    `update deposit_deduction set refunded_fen = refunded_fen + $2,
       result = case when refunded_fen + $2 = amount_fen then ${deductResult.refunded} else result end
     where id = $1`,
    [id, fen],
  )

/** The deduction lines of the successful captures of an order's authorizations. */
export const captureLines = (
  db: Db,
  orderId: string,
): Promise<{ readonly id: string; readonly lines: readonly DeductionLine[] }[]> =>
  db
    .selectFrom('depositDeduction')
    .select(['id', 'lines'])
    .where('orderId', '=', orderId)
    .where('holdId', 'is not', null)
    .where('result', '=', deductResult.succeeded)
    .execute()

/** Deductions of an order, newest first, with their operators. */
export const deductions = (db: Db, orderId: string) =>
  db
    .selectFrom('depositDeduction as n')
    .innerJoin('deposit as d', 'd.id', 'n.depositId')
    .leftJoin('account as a', 'a.id', 'n.createdBy')
    .select([
      'n.id',
      'd.kind',
      'n.amountFen',
      'n.refundedFen',
      'n.mode',
      'n.askedFen',
      'n.answer',
      'n.result',
      'n.reason',
      'n.photoIds',
      'n.createdAt',
      'a.name as operatorName',
    ])
    .where('n.orderId', '=', orderId)
    .orderBy('n.id', 'desc')
    .execute()
