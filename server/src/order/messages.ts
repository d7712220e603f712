import { effectiveSettings, type StoredSettings } from '@cheyi/domain/merchant/setting'
import { formatMoney } from '@cheyi/domain/money'
import { customerSwitch } from '@cheyi/domain/notify/customer'
import { formatLocal, type Instant } from '@cheyi/domain/time'
import type { Selectable } from 'kysely'
import type { Context } from '../kernel/context.ts'
import type { DB } from '../kernel/db/tables.gen.ts'
import { queueText } from '../notify/actions.ts'

/*
 * Messages to customers. A row of the outbox is written with the step it tells of, in the same transaction; room `notify`
 * sends it. No message is written twice, and no customer gets more than five a day about one order.
 */

/** What a message says beyond the order itself. Amounts in fen; `ref` tells one event from the next of the same kind. */
export interface MessageFacts {
  readonly confirmed: object
  readonly awaitingPayment: object
  readonly pickupReminder: object
  readonly returnReminder: object
  readonly overdue: object
  readonly driverAssigned: { readonly ref: string; readonly name: string; readonly phone: string; readonly at: Instant }
  readonly depositDeducted: {
    readonly ref: string
    readonly deposit: string
    readonly amount: number
    readonly reason: string
  }
  readonly depositReleased: { readonly ref: string; readonly deposit: string; readonly amount: number }
  readonly cancelled: { readonly penalty: number; readonly refund: number }
  readonly refunded: { readonly ref: string; readonly amount: number }
}

export type MessageKind = keyof MessageFacts

/** The facts of a kind, or nothing for a kind that tells of the order alone. */
export type MessageArgs<K extends MessageKind> = object extends MessageFacts[K] ? [] : [facts: MessageFacts[K]]

/** What a message takes from the order. */
export type MessagedOrder = Pick<
  Selectable<DB['order']>,
  | 'id'
  | 'orderNo'
  | 'storeId'
  | 'returnStoreId'
  | 'modelId'
  | 'plate'
  | 'contactName'
  | 'contactPhoneEnc'
  | 'contactPhoneMask'
  | 'pickupAt'
  | 'returnAt'
  | 'payDeadline'
  | 'totalFen'
>

/** Where an order plays, for the texts, and the id of the message to be. */
export interface Scene {
  readonly id: string
  readonly settings: StoredSettings
  readonly store: string
  readonly storePhone: string | null
  readonly returnStore: string
  readonly model: string
}

const minute = (t: Instant): string => formatLocal(t, 'MM月DD日HH:mm')

/** The texts, complete but for the sender's sign before them and the store's phone after. */
const texts: { readonly [K in MessageKind]: (order: MessagedOrder, scene: Scene, facts: MessageFacts[K]) => string } = {
  confirmed: (o, s) =>
    `您预订的${s.model}已确认：${minute(o.pickupAt)}在${s.store}取车，${minute(o.returnAt)}在${s.returnStore}还车，订单号${o.orderNo}。请携带身份证和驾驶证原件。`,
  awaitingPayment: (o, s) => {
    const deadline = o.payDeadline
    const until = deadline === null ? '请尽快支付' : `请在${formatLocal(deadline, 'HH:mm')}前支付，逾期订单自动取消`
    return `您预订的${s.model}（订单号${o.orderNo}）待支付${formatMoney(o.totalFen)}，${until}。`
  },
  pickupReminder: (o, s) =>
    `您预订的${o.plate === null ? s.model : `${s.model}（${o.plate}）`}将于${minute(o.pickupAt)}在${s.store}取车，请携带身份证和驾驶证原件。`,
  returnReminder: (o, s) =>
    `您租用的${o.plate ?? s.model}应于${minute(o.returnAt)}在${s.returnStore}还车，如需续租请提前联系门店。`,
  overdue: (o, s) =>
    `您租用的${o.plate ?? s.model}已超过${minute(o.returnAt)}的还车时间，请尽快还车或联系门店续租，超时将产生费用。`,
  driverAssigned: (_, s, f) => `${f.name}（${f.phone}）将于${minute(f.at)}为您送取${s.model}，请保持电话畅通。`,
  depositDeducted: (o, _, f) =>
    `订单${o.orderNo}将从${f.deposit}中扣款${formatMoney(f.amount)}，原因：${f.reason}。如有疑问请联系门店。`,
  depositReleased: (o, _, f) => `订单${o.orderNo}的${f.deposit}${formatMoney(f.amount)}已退还，请注意查收。`,
  cancelled: (o, s, f) => {
    const penalty = f.penalty > 0 ? `，违约金${formatMoney(f.penalty)}` : ''
    const refund = f.refund > 0 ? `，将退还${formatMoney(f.refund)}` : ''
    return `您预订的${s.model}（订单号${o.orderNo}）已取消${penalty}${refund}。`
  },
  refunded: (o, _, f) => `订单${o.orderNo}的退款${formatMoney(f.amount)}已退还，请注意查收。`,
}

/** What tells a message from an earlier one of its kind about the same order. */
const occasions: { readonly [K in MessageKind]: (order: MessagedOrder, facts: MessageFacts[K]) => string } = {
  confirmed: () => '',
  awaitingPayment: () => '',
  pickupReminder: (o) => String(o.pickupAt),
  returnReminder: (o) => String(o.returnAt),
  overdue: (o) => String(o.returnAt),
  driverAssigned: (_, f) => f.ref,
  depositDeducted: (_, f) => f.ref,
  depositReleased: (_, f) => f.ref,
  cancelled: () => '',
  refunded: (_, f) => f.ref,
}

/**
 * Writes a message to the customer of an order into the outbox, unless the merchant switched its kind off, the order has
 * no phone, it was written before, or the order had its five messages of the day. Two queries,
 * the second of them queued.
 */
export async function notifyCustomer<K extends MessageKind>(
  ctx: Context,
  order: MessagedOrder,
  kind: K,
  ...args: MessageArgs<K>
): Promise<void> {
  if (order.contactPhoneEnc !== null) queueMessage(ctx, await readScene(ctx, order), order, kind, ...args)
}

/** The same, of an order whose scene was read ahead. */
export function queueMessage<K extends MessageKind>(
  ctx: Context,
  scene: Scene,
  order: MessagedOrder,
  kind: K,
  ...[facts = {} as MessageFacts[K]]: MessageArgs<K>
): void {
  if (order.contactPhoneEnc === null) return
  if (effectiveSettings(scene.settings).notify.muted.includes(customerSwitch(kind === 'refunded' ? 'cancelled' : kind)))
    return
  const body = [
    `${order.contactName}您好，${texts[kind](order, scene, facts)}`,
    scene.storePhone === null ? '' : `门店电话${scene.storePhone}。`,
  ].join('')
  queueText(ctx, {
    id: scene.id,
    kind,
    orderId: order.id,
    dedupe: [order.id, occasions[kind](order, facts)].join(':'),
    mobile: ctx.vault.open('order.contact_phone', order.id, order.contactPhoneEnc),
    body,
    dueAt: ctx.now,
  })
}

/** One query. */
export async function readScene(
  ctx: Context,
  order: Pick<MessagedOrder, 'storeId' | 'returnStoreId' | 'modelId'>,
): Promise<Scene> {
  const [row] = await ctx.query<Scene>(
    `select nextval('row_id') as id, m.settings,
       s.name as store, s.phones[1] as "storePhone", r.name as "returnStore", v.name as model
     from store s
       join merchant m on m.id = s.merchant_id
       join store r on r.id = $2
       join model v on v.id = $3
     where s.id = $1`,
    [order.storeId, order.returnStoreId, order.modelId],
  )
  return row!
}
