import { formatClock, formatDateTime, type Instant } from '../../time.ts'

/* Reminders that a customer whom WeChat recognises gets there. A keyword of a WeChat template takes 20 characters. */

interface RemindedOrder {
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly payDeadline: Instant | null
}

const texts = {
  pickupReminder: ({ pickupAt }: RemindedOrder) => `${formatDateTime(pickupAt)}取车`,
  returnReminder: ({ returnAt }: RemindedOrder) => `${formatDateTime(returnAt)}还车`,
  awaitingPayment: ({ payDeadline }: RemindedOrder) =>
    payDeadline === null ? '请完成付款' : `请在${formatClock(payDeadline)}前付款`,
  depositReleased: () => '押金已原路退还',
} as const

export type WechatReminder = keyof typeof texts

/** Whether a message to customers is one of those that may go to WeChat instead of SMS. */
export const isWechatReminder = (kind: string): kind is WechatReminder => Object.hasOwn(texts, kind)

export const wechatReminderText = (kind: WechatReminder, order: RemindedOrder): string => texts[kind](order)
