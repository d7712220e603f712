import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/booking/order/timers'
import { type PayWay, payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { hasFailed, isWaitingPayment } from '@cheyi/domain/money/payment/steps'
import type { MerchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { DAY } from '@cheyi/domain/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'
import { registerPayContracts } from '../../../platform/merchant/actions.ts'
import type { PaymentRow } from '../store.ts'

export type ChannelRow = Selectable<DB['payChannel']>

registerPayContracts('(select pay_way, store_id, service_id from pay_channel where enabled)')

/** The contract that a store uses to take money online: its own, otherwise the merchant's. */
export const channelFor = (db: Db, payWay: PayWay, storeId: string): Promise<ChannelRow | undefined> =>
  db
    .selectFrom('payChannel')
    .selectAll()
    .where('payWay', '=', payWay)
    .where('enabled', '=', true)
    .where((e) => e.or([e('storeId', '=', storeId), e('storeId', 'is', null)]))
    .orderBy('storeId', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()

export const channel = (db: Db, id: string): Promise<ChannelRow | undefined> =>
  db.selectFrom('payChannel').selectAll().where('id', '=', id).executeTakeFirst()

/** The same under a row lock for a writer. The lock does not block payments that reference it, because its key never changes. */
export const lockChannel = (db: Db, id: string): Promise<ChannelRow | undefined> =>
  db.selectFrom('payChannel').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** All contracts, those of the merchant first. */
export const channels = (db: Db): Promise<(ChannelRow & { storeName: string | null })[]> =>
  db
    .selectFrom('payChannel as c')
    .leftJoin('store as s', 's.id', 'c.storeId')
    .selectAll('c')
    .select('s.name as storeName')
    .orderBy('c.storeId', (order) => order.asc().nullsFirst())
    .orderBy('c.payWay')
    .execute()

export const storeById = (db: Db, id: string) =>
  db.selectFrom('store').select('id').where('id', '=', id).executeTakeFirst()

export const insertChannel = (db: Db, row: Insertable<DB['payChannel']>) =>
  db.insertInto('payChannel').values(row).returningAll().executeTakeFirstOrThrow()

/** Updates the version that was locked. */
export const updateChannel = (ctx: Context, row: ChannelRow, patch: Updateable<DB['payChannel']>) =>
  ctx.db
    .updateTable('payChannel')
    .set({ version: row.version + 1, updatedAt: ctx.now, updatedBy: ctx.accountId, ...patch })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Disables a contract with which no answer can be verified, unless it was saved again in the meantime. @returns its version */
export async function switchOff(ctx: Context, { id, version }: ChannelRow): Promise<number> {
  const row = await lockChannel(ctx.db, id)
  if (row === undefined || row.version !== version) return version
  return (await updateChannel(ctx, row, { enabled: false, updatedBy: row.updatedBy })).version
}

/** Takes the turn to download WeChat's certificates; undefined when the last one was within `gap` ms. */
export const takeCertificateTurn = (
  ctx: Pick<Context, 'db' | 'now'>,
  id: string,
  { gap, againAt }: { readonly gap: number; readonly againAt: number },
): Promise<ChannelRow | undefined> =>
  ctx.db
    .updateTable('payChannel')
    .set({ certificatesAskedAt: ctx.now, certificatesAskAt: againAt })
    .where('id', '=', id)
    .where((e) => e.or([e('certificatesAskedAt', 'is', null), e('certificatesAskedAt', '<=', ctx.now - gap)]))
    .returningAll()
    .executeTakeFirst()

/** Stores the result of a certificate download. It is no edit of the contract, so its version stays. */
export const keepCertificates = (
  db: Db,
  id: string,
  patch: Pick<
    Updateable<DB['payChannel']>,
    'certificates' | 'certificatesAt' | 'certificatesAskAt' | 'certificatesFault'
  >,
) => db.updateTable('payChannel').set(patch).where('id', '=', id).execute()

export const insertLink = (
  db: Db,
  link: Omit<Insertable<DB['payment']>, 'payMode' | 'direction' | 'status'>,
): Promise<PaymentRow> =>
  db
    .insertInto('payment')
    .values({ ...link, payMode: payMode.onlineIn, direction: 'in', status: paymentStatus.waiting })
    .returningAll()
    .executeTakeFirstOrThrow()

export const byOutNo = (db: Db, outTradeNo: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('outTradeNo', '=', outTradeNo).executeTakeFirst()

/** The refunds of a payment, sent or pending. */
export const backOf = (ctx: Context, paymentId: string): Promise<PaymentRow[]> =>
  ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('originPaymentId', '=', paymentId)
    .where('direction', '=', 'out')
    .orderBy('id')
    .execute()

/** Inserts a refund from the back office; undefined when it is already recorded. */
export const insertRefundThere = (ctx: Context, row: Insertable<DB['payment']>): Promise<PaymentRow | undefined> =>
  ctx.db
    .insertInto('payment')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Adds an amount to the refunded part of a payment. @returns false where less than that is left */
export async function takeRefundable(ctx: Context, paymentId: string, fen: number): Promise<boolean> {
  const rows = await ctx.query(
    `update payment set refunded_fen = refunded_fen + $2, version = version + 1, updated_at = app_now()
      where id = $1 and refunded_fen + $2 <= amount_fen returning id`,
    [paymentId, fen],
  )
  return rows.length > 0
}

/** Takes the turn to query the provider, which only one caller at a time gets; undefined too soon after another. */
export const takeTurn = (ctx: Context, row: PaymentRow, gap: number): Promise<PaymentRow | undefined> =>
  ctx.db
    .updateTable('payment')
    .set({ askedAt: ctx.now })
    .where('id', '=', row.id)
    .where((e) => e.or([e('askedAt', 'is', null), e('askedAt', '<=', ctx.now - gap)]))
    .returningAll()
    .executeTakeFirst()

/** Whether the order, or the referenced item, has an online payment in progress, which must not be closed yet. */
export async function hasOpenLink(
  ctx: Pick<Context, 'query'>,
  orderId: string,
  refId: string | null = null,
): Promise<boolean> {
  const rows = await ctx.query(
    `select from payment where order_id = $1 and direction = 'in' and channel_id is not null and hold_id is null
       and status in (${paymentStatus.waiting}, ${paymentStatus.processing}) and ($2::bigint is null or ref_id = $2) limit 1`,
    [orderId, refId],
  )
  return rows.length > 0
}

/**
 * Expires the open links of an order, or of the referenced item, once nothing is owed. The job closes them at their provider; a payment
 * that arrives all the same is refunded.
 */
export const endLinks = (ctx: Pick<Context, 'queue' | 'now'>, orderId: string, refId: string | null = null): void =>
  ctx.queue(
    `update payment set expires_at = $2, ask_at = $2, version = version + 1
      where order_id = $1 and direction = 'in' and channel_id is not null and hold_id is null
        and (ref_id = $3 or $3::bigint is null and ref_type in ('order', 'settlement')) and status in (${paymentStatus.waiting}, ${paymentStatus.processing})`,
    [orderId, at(ctx.now), refId],
  )

/** An outgoing payment that may be sent now, with its origin; undefined otherwise. */
export async function leaving(ctx: Context, id: string) {
  const row = await ctx.db
    .selectFrom('payment as p')
    .innerJoin('payment as o', 'o.id', 'p.originPaymentId')
    .leftJoin('depositHold as h', 'h.id', 'o.holdId')
    .selectAll('p')
    .select([
      'h.outNo as originHoldNo',
      'o.outTradeNo as originNo',
      'o.amountFen as originFen',
      'o.paidAt as originPaidAt',
      'o.channelId as originChannelId',
    ])
    .where('p.id', '=', id)
    .where('p.direction', '=', 'out')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const due =
    row.payMode === payMode.onlineOut &&
    (isWaitingPayment(row.status) || hasFailed(row.status)) &&
    row.failCount < MAX_MONEY_OUT_FAILURES &&
    (row.releaseAfter ?? 0) <= ctx.now
  return { ...row, due }
}

/** A capture or release with its hold. */
export const holdStep = (db: Db, id: string) =>
  db
    .selectFrom('payment as p')
    .innerJoin('depositHold as h', 'h.id', 'p.holdId')
    .selectAll('p')
    .select(['h.outNo as holdNo', 'h.authNo', 'h.channelId as holdChannelId'])
    .where('p.id', '=', id)
    .executeTakeFirst()

export const openCapture = (db: Db, holdId: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('holdId', '=', holdId)
    .where('holdStep', '=', 'capture')
    .where('status', '=', paymentStatus.processing)
    .executeTakeFirst()

/**
 * An unexpired link for the same amount of a deposit. `credit`: for a hold, whether it is a guarantee without a freeze; null for a
 * payment.
 */
export const openDepositLink = (
  db: Db,
  asked: {
    readonly depositId: string
    readonly payWay: PayWay
    readonly credit: boolean | null
    readonly client: string
    readonly amount: number
    readonly depositToFen: number | null
    readonly now: number
  },
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment as p')
    .leftJoin('depositHold as h', 'h.id', 'p.holdId')
    .selectAll('p')
    .where('p.refType', '=', 'deposit')
    .where('p.refId', '=', asked.depositId)
    .where('p.direction', '=', 'in')
    .where('h.credit', 'is not distinct from', asked.credit)
    .where((e) => e.or([e('p.holdId', 'is', null), e('p.holdStep', '=', 'freeze')]))
    .where('p.payWay', '=', asked.payWay)
    .where('p.client', '=', asked.client)
    .where('p.amountFen', '=', asked.amount)
    .where('p.depositToFen', 'is not distinct from', asked.depositToFen)
    .where('p.status', 'in', [paymentStatus.waiting, paymentStatus.processing])
    .where('p.expiresAt', '>', asked.now)
    .orderBy('p.id')
    .executeTakeFirst()

export const merchantStatus = async (db: Db): Promise<MerchantStatus> =>
  (await db.selectFrom('merchant').select('status').executeTakeFirstOrThrow()).status

/** Stores a provider's notification, once per notification number. */
export const keepNotice = (db: Db, notice: Insertable<DB['payNotice']> & { id: string }) =>
  db
    .insertInto('payNotice')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Limit per contract and day: enough to see that its keys are wrong. */
const UNSIGNED_PER_DAY = 100

/** Stores an unsigned notification. Anybody can send one, so the number is limited. `about` is a digest of it. */
export const keepUnsigned = (
  ctx: Pick<Context, 'query' | 'now'>,
  { id, channelId, about, bodyEnc }: { id: string; channelId: string; about: string; bodyEnc: Buffer },
) =>
  ctx.query(
    `insert into pay_notice (id, channel_id, provider_no, verdict, body_enc)
     select $1, $2, $3, 'unsigned', $4
      where (select count(*) from pay_notice where channel_id = $2 and verdict = 'unsigned' and at > $5) < ${UNSIGNED_PER_DAY}
     on conflict do nothing`,
    [id, channelId, about, bodyEnc, at(ctx.now - DAY)],
  )
