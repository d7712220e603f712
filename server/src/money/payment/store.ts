import { claimState } from '@cheyi/domain/money/claim/codes'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import {
  type PayKind,
  type PayMode,
  type PaymentStatus,
  type PayWay,
  paidBackWays,
  payKind,
  payMode,
  paymentStatus,
  payWay,
} from '@cheyi/domain/money/payment/codes'
import { openReimbursements } from '@cheyi/domain/money/reimbursement/reimbursement'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { ClaimKind } from '../claim/actions.ts'
import { outNoOf } from './out-no.ts'

export type PaymentRow = Selectable<DB['payment']>

/** Deposit money never counts as paid for the order. */
const depositKinds = [payKind.rentalDeposit, payKind.violationDeposit] as const

export const payment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()

/** An incoming online payment that is still open, for the same purpose and by the same method. */
export const openPayment = (
  db: Db,
  asked: {
    orderId: string
    payKind: PayKind
    payWay: PayWay
    refId: string | null
    amount: number
    client: string
    payerHash: Buffer | null
    now: number
  },
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('orderId', '=', asked.orderId)
    .where('direction', '=', 'in')
    .where('status', 'in', [paymentStatus.waiting, paymentStatus.processing])
    .where('payKind', '=', asked.payKind)
    .where('payWay', '=', asked.payWay)
    .where('amountFen', '=', asked.amount)
    .where('refId', 'is not distinct from', asked.refId)
    .where('client', '=', asked.client)
    .where('payerHash', 'is not distinct from', asked.payerHash)
    .where('holdId', 'is', null)
    .where('depositToFen', 'is', null)
    .where('expiresAt', '>', asked.now)
    .orderBy('id')
    .executeTakeFirst()

/** The reference type of a payment. */
export type PaidFor = 'order' | 'settlement' | 'deposit' | 'renewal' | ClaimKind

export interface NewReceipt {
  readonly id: string
  readonly orderId: string
  readonly refType: PaidFor
  readonly refId: string | null
  readonly payKind: PayKind
  readonly payMode: PayMode
  readonly payWay: PayWay
  readonly amount: number
  readonly status: PaymentStatus
  readonly voucherIds: readonly string[]
  readonly slipNo?: string | undefined
  readonly receiptId?: string
  readonly paidAt?: number | undefined
}

export async function insertReceipt(
  ctx: Context,
  { amount, slipNo, paidAt, ...receipt }: NewReceipt,
): Promise<PaymentRow> {
  const insert = ctx.db.insertInto('payment').values({
    ...receipt,
    amountFen: amount,
    direction: 'in',
    outTradeNo: `P${receipt.id}`,
    providerNo: slipNo || null,
    voucherIds: [...receipt.voucherIds],
    paidAt: paidAt ?? ctx.now,
  })
  return (await ctx.query.first(insert.returningAll()))!
}

export const updatePayment = (ctx: Context, row: PaymentRow, patch: Patch<'payment'>): PaymentRow =>
  saveRow(ctx, 'payment', row, patch)

/** The received payments of an order that can be refunded: captures of authorizations included, deposits excluded. */
export const paidIn = (db: Db, orderId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('direction', '=', 'in')
    .where('status', '=', paymentStatus.succeeded)
    .where((e) => e.or([e('payKind', 'not in', depositKinds), e('holdStep', '=', 'capture')]))
    .execute()

/** The receipts of an order's deposits: a release goes back to them. */
export const depositsPaidIn = (db: Db, orderId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('refType', '=', 'deposit')
    .where('orderId', '=', orderId)
    .where('direction', '=', 'in')
    .where('status', '=', paymentStatus.succeeded)
    .where('holdId', 'is', null)
    .execute()

/** Inserts a request about an authorization behind a deposit. */
export const insertHoldStep = (
  ctx: Context,
  row: Insertable<DB['payment']> & { readonly id: string },
): Promise<PaymentRow> => ctx.db.insertInto('payment').values(row).returningAll().executeTakeFirstOrThrow()

/** The pending releases of an authorization. */
export const openUnfreezes = (db: Db, holdId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('holdId', '=', holdId)
    .where('holdStep', '=', 'unfreeze')
    .where('status', 'in', [paymentStatus.waiting, paymentStatus.processing, paymentStatus.failed])
    .execute()

/** A refunded part of a payment. */
export interface Outgoing {
  readonly id: string
  readonly originId: string
  readonly amount: number
  readonly payMode: Columns['payMode']
}

/** The reference of an outgoing payment, where it differs from that of its original payment. */
export interface PayoutRef {
  readonly refId: string
  readonly payKind: PayKind
  readonly refType?: 'reimbursement'
}

/** Queues refunds and reduces the refundable amount of their original payments; one statement. */
export const insertOutgoing = (
  ctx: Context,
  orderId: string,
  parts: readonly Outgoing[],
  releaseAfter: number,
  ref?: PayoutRef,
): void =>
  ctx.queue(
    `with part as (
       select p.*, coalesce($6::smallint, case when o.hold_step = 'capture' then ${payKind.settlement} else o.pay_kind end) as pay_kind, o.pay_way, coalesce($8, o.ref_type) as ref_type,
           coalesce($7::bigint, o.ref_id) as ref_id
         from unnest($2::bigint[], $3::bigint[], $4::smallint[], $9::bigint[], $10::text[]) as p (origin_id, amount, pay_mode, id, out_no)
         join payment o on o.id = p.origin_id),
     held as (
       update payment o set refunded_fen = o.refunded_fen + p.amount, version = o.version + 1, updated_at = app_now()
         from part p where o.id = p.origin_id)
     insert into payment (id, order_id, ref_type, ref_id, pay_kind, pay_mode, pay_way, amount_fen, direction,
         out_trade_no, origin_payment_id, release_after)
     select id, $1, ref_type, ref_id, pay_kind, pay_mode, pay_way, amount, 'out', out_no, origin_id, $5 from part`,
    [
      orderId,
      parts.map((part) => part.originId),
      parts.map((part) => part.amount),
      parts.map((part) => part.payMode),
      at(releaseAfter),
      ref?.payKind ?? null,
      ref?.refId ?? null,
      ref?.refType ?? null,
      parts.map((part) => part.id),
      parts.map((part) => outNoOf(ctx, 'R', part.id)),
    ],
  )

/** Prefix of the number of a refund that was made in the provider's back office. */
export const REFUND_THERE = 'X'

/** Queues a manual payout without an original payment. */
export const insertPayout = (
  ctx: Context,
  {
    amount,
    ...payout
  }: { readonly id: string; readonly orderId: string; readonly amount: number; readonly releaseAfter: number },
) =>
  ctx.db
    .insertInto('payment')
    .values({
      ...payout,
      refType: 'settlement',
      payKind: payKind.settlement,
      payMode: payMode.offlineOut,
      payWay: payWay.cash,
      amountFen: amount,
      direction: 'out',
      outTradeNo: outNoOf(ctx, 'R', payout.id),
    })
    .execute()

/**
 * Pending payouts (queued, sent or failed), oldest first: of the order itself, of its deposits, or both including those of
 * reimbursements.
 */
export function outgoing(db: Db, orderId: string, of: 'order' | 'deposits' | 'all'): Promise<PaymentRow[]> {
  let query = db
    .selectFrom('payment')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('direction', '=', 'out')
    .where('status', 'in', [paymentStatus.waiting, paymentStatus.processing, paymentStatus.failed])
    .orderBy('id')
  if (of === 'order') query = query.where('payKind', 'not in', [...depositKinds, payKind.reimbursement])
  if (of === 'deposits') query = query.where('payKind', 'in', depositKinds)
  return query.execute()
}

/**
 * Marks outgoing payments as paid by hand with the given method. Without one the original method stays, and an online payout gets the
 * method 其他; the release of an authorization has no method.
 */
export const succeedOutgoing = (
  ctx: Context,
  ids: readonly string[],
  {
    status,
    voucherIds,
    way,
    slipNo,
  }: {
    readonly status: PaymentStatus
    readonly voucherIds: readonly string[]
    readonly way: PayWay | undefined
    readonly slipNo: string | undefined
  },
): Promise<{ id: string; amountFen: number; payWay: PayWay; holdId: string | null }[]> =>
  ctx.db
    .updateTable('payment')
    .set((e) => ({
      status,
      payMode: payMode.offlineOut,
      payWay:
        way === undefined
          ? e.case().when('payWay', 'in', paidBackWays).then(e.ref('payWay')).else(payWay.other).end()
          : e.case().when('holdId', 'is', null).then(way).else(e.ref('payWay')).end(),
      ...(slipNo && { providerNo: slipNo }),
      paidAt: ctx.now,
      voucherIds: [...voucherIds],
      failReason: '',
      version: e('version', '+', 1),
      updatedAt: ctx.now,
    }))
    .where('id', 'in', ids)
    .returning(['id', 'amountFen', 'payWay', 'holdId'])
    .execute()

/** Closes outgoing payments and restores the refundable amount of their original payments; one statement. */
export const closeOutgoing = (ctx: Context, ids: readonly string[], status: number): Promise<unknown> =>
  ctx.query(
    `with closed as (
       update payment set status = $2, version = version + 1, updated_at = app_now() where id = any ($1::bigint[])
       returning origin_payment_id, amount_fen)
     update payment o set refunded_fen = o.refunded_fen - c.fen, version = o.version + 1, updated_at = app_now()
       from (select origin_payment_id, sum(amount_fen)::bigint as fen from closed group by origin_payment_id) c
      where o.id = c.origin_payment_id`,
    [ids, status],
  )

/** Requeues failed payouts for the next run of the job. */
export async function requeueOutgoing(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('payment')
    .set((e) => ({
      failCount: 0,
      releaseAfter: ctx.now,
      version: e('version', '+', 1),
      updatedAt: ctx.now,
    }))
    .where('id', 'in', ids)
    .execute()
}

/** The facts that decide how far an order is settled: its status and the hold status of its deposits (null: no deposit). */
export async function settleFacts(ctx: Context, orderId: string) {
  const [row] = await ctx.query<{
    status: number
    settleStatus: Columns['settleStatus']
    rental: number | null
    violation: number | null
    supplements: number
    damages: number
    claims: number
    violations: number
    reimbursements: number
  }>(
    `select o.status, o.settle_status,
       max(d.hold_status) filter (where d.kind = ${depositKind.rental}) as rental,
       max(d.hold_status) filter (where d.kind = ${depositKind.violation}) as violation,
       c.supplements, c.damages, c.claims,
       o.open_violations as violations,
       (select count(*)::int from reimbursement r where r.order_id = o.id and r.status in (${openReimbursements.join(', ')})) as reimbursements
     from "order" o left join deposit d on d.order_id = o.id
       cross join lateral (select count(*) filter (where kind = 'supplement' and state = ${claimState.due})::int as supplements,
           count(*) filter (where kind = 'damage')::int as damages, count(*) filter (where state = ${claimState.due})::int as claims
         from claim where order_id = o.id and state in (${claimState.expected}, ${claimState.due})) c
     where o.id = $1 group by o.id, o.status, o.settle_status, o.open_violations, c.supplements, c.damages, c.claims`,
    [orderId],
  )
  const { rental, violation, ...facts } = row!
  return { ...facts, holds: [rental, violation] as const }
}

/** The opening hours of a store, for the confirmation deadline. */
export const opening = (db: Db, storeId: string) =>
  db.selectFrom('store').select(['hours', 'holidays']).where('id', '=', storeId).executeTakeFirstOrThrow()
