import { storedLanguage } from '@cheyi/domain/language'
import { takesTexts } from '@cheyi/domain/platform/check/mobile'
import { effectiveSettings, type StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import { customerSwitch, switchMessageOf } from '@cheyi/domain/platform/notify/customer'
import { customerText } from '@cheyi/domain/platform/notify/customer-language'
import type { MessageFacts, MessageKind } from '@cheyi/domain/platform/notify/customer-text'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { readerLanguage } from '../../kernel/reader-language.ts'
import { queueText } from '../../platform/notify/actions.ts'

/*
 * Messages to customers. A row of the outbox is written in the same transaction as the step that it announces; the feature
 * `notify` sends it. No message is written twice, and no customer receives more than five a day about one order.
 */

/** The facts of a message kind, or no argument for a kind that needs only the order. */
export type MessageArgs<K extends MessageKind> = object extends MessageFacts[K] ? [] : [facts: MessageFacts[K]]

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
  | 'prepayFen'
  | 'language'
>

/** The stores and names of an order for the texts, and the ID of the future message. */
export interface Scene {
  readonly id: string
  readonly settings: StoredSettings
  readonly store: string
  readonly storePhone: string | null
  readonly returnStore: string
  readonly model: string
}

/** Distinguishes a message from an earlier one of its kind about the same order. */
const occasions: { readonly [K in MessageKind]: (order: MessagedOrder, facts: MessageFacts[K]) => string } = {
  confirmed: () => '',
  awaitingPayment: () => '',
  pickupReminder: (o) => String(o.pickupAt),
  returnReminder: (o) => String(o.returnAt),
  overdue: (o) => String(o.returnAt),
  instalmentDue: (_, f) => f.ref,
  instalmentLate: (_, f) => f.ref,
  driverAssigned: (_, f) => f.ref,
  driverArrived: (_, f) => f.ref,
  selfChecked: (_, f) => f.ref,
  violationFound: (_, f) => f.ref,
  violationsFound: (_, f) => f.ref,
  depositDeducted: (_, f) => f.ref,
  depositReleased: (_, f) => f.ref,
  cancelled: () => '',
  refunded: (_, f) => f.ref,
  modified: (_, f) => `${f.ref}:${f.what}`,
}

/**
 * Writes a message to the customer of an order into the outbox, unless the merchant disabled its kind, the order has no
 * mobile phone number, the message was already written, or the order has reached five messages of the day. Two queries, the
 * second of them queued.
 */
export async function notifyCustomer<K extends MessageKind>(
  ctx: Context,
  order: MessagedOrder,
  kind: K,
  ...args: MessageArgs<K>
): Promise<void> {
  if (order.contactPhoneEnc !== null) queueMessage(ctx, await readScene(ctx, order), order, kind, ...args)
}

/** As {@link notifyCustomer}, for an order whose scene was already read. */
export function queueMessage<K extends MessageKind>(
  ctx: Context,
  scene: Scene,
  order: MessagedOrder,
  kind: K,
  ...[facts = {} as MessageFacts[K]]: MessageArgs<K>
): void {
  if (order.contactPhoneEnc === null) return
  if (effectiveSettings(scene.settings).notify.muted.includes(customerSwitch(switchMessageOf(kind)))) return
  const mobile = ctx.vault.open('order.contact_phone', order.id, order.contactPhoneEnc)
  if (!takesTexts(mobile)) return
  queueText(ctx, {
    id: scene.id,
    kind,
    orderId: order.id,
    dedupe: [order.id, occasions[kind](order, facts)].join(':'),
    mobile,
    body: customerText(kind, order, scene, facts),
    dueAt: ctx.now,
  })
}

/** Keeps the language of a customer who has proved on the page of a link that the order is theirs: messages follow it. */
export async function keepLanguage(ctx: Context, orderId: string): Promise<void> {
  await ctx.query('update "order" set language = $2 where id = $1 and language is distinct from $2', [
    orderId,
    storedLanguage(readerLanguage(ctx)),
  ])
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
