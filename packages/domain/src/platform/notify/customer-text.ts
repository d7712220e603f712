import { DAY, HOUR, type Instant, type LocalDate, localDate, startOfDate } from '../../time.ts'
import { displayPlate } from '../check/plate.ts'
import type { CustomerMessage } from './customer.ts'
import { chinese } from './customer-words.ts'

/* Texts of messages to customers. The vendor adds the sender's signature in front. */

/** Facts of a message besides the order. Amounts in fen; `ref` distinguishes events of the same kind, so that each is sent once. */
export interface MessageFacts {
  readonly confirmed: object
  readonly awaitingPayment: object
  /** Where the customer photographs documents that are missing; null: none are, or there is no such page. */
  readonly pickupReminder: { readonly documentsUrl: string | null }
  readonly returnReminder: object
  readonly overdue: object
  /** `ref` contains the row, its due date and, for an overdue one, the number of the reminder. */
  readonly instalmentDue: {
    readonly ref: string
    readonly seq: number
    readonly dueOn: LocalDate
    readonly amount: number
  }
  readonly instalmentLate: {
    readonly ref: string
    readonly seq: number
    readonly daysLate: number
    readonly amount: number
    /** Part of the amount that is late fee. */
    readonly lateFee: number
  }
  readonly driverAssigned: { readonly ref: string; readonly name: string; readonly phone: string; readonly at: Instant }
  /** The car is delivered to the customer (0), or collected from them (1). */
  readonly driverArrived: {
    readonly ref: string
    readonly name: string
    readonly phone: string
    readonly type: number
    readonly place: string
  }
  /** Result of the staff's check of a self-service pickup (0) or return (1). */
  readonly selfChecked: { readonly ref: string; readonly type: number; readonly pass: boolean }
  readonly violationFound: {
    readonly ref: string
    readonly at: Instant
    readonly place: string
    readonly act: string
    readonly fine: number | null
    readonly points: number
    /** null: it has passed. */
    readonly deadline: Instant | null
    /** The customer's page of the violation. */
    readonly url: string
    /** Why their proof was rejected; null: first message about the violation. */
    readonly refused: string | null
  }
  /** Several violations of one customer in one message, possibly of several orders. */
  readonly violationsFound: {
    readonly ref: string
    readonly cases: readonly {
      readonly at: Instant
      readonly plate: string
      readonly act: string
      readonly fine: number | null
      readonly points: number
    }[]
    /** The earliest deadline of these violations. */
    readonly deadline: Instant
    readonly url: string
  }
  readonly depositDeducted: {
    readonly ref: string
    readonly deposit: string
    readonly amount: number
    readonly reason: string
  }
  readonly depositReleased: { readonly ref: string; readonly deposit: string; readonly amount: number }
  readonly cancelled: { readonly penalty: number; readonly refund: number }
  readonly refunded: { readonly ref: string; readonly amount: number }
  /** `trip`, `renewed`, `lapsed` are sent to the renter; `given` and `taken` to the new and the previous customer of an order. */
  readonly modified: {
    readonly ref: string
    readonly what: 'trip' | 'given' | 'taken' | 'renewed' | 'lapsed' | 'terminated' | 'goesOn'
  }
}

export type MessageKind = keyof MessageFacts

export interface TextedOrder {
  readonly orderNo: string
  readonly plate: string | null
  readonly contactName: string
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly payDeadline: Instant | null
  readonly totalFen: number
  /** Amount due at the booking; null: the whole price. */
  readonly prepayFen: number | null
}

/** Stores of the order. */
export interface TextedScene {
  readonly store: string
  readonly storePhone: string | null
  readonly returnStore: string
  readonly model: string
}

/** Links that are sent to a customer. */
export interface LinkFacts {
  /** `title`: what is to be signed. */
  readonly sign: { readonly title: string; readonly no: string; readonly url: string; readonly minutes: number }
  /** A self-service pickup (0) or return (1). */
  readonly visit: { readonly type: number; readonly orderNo: string; readonly url: string }
  readonly violation: { readonly orderNo: string; readonly url: string }
  /** `name`: what is paid; `deposit`: it may be held or waived as well. */
  readonly pay: {
    readonly deposit: boolean
    readonly orderNo: string
    readonly name: string
    readonly url: string
    readonly minutes: number
  }
}

/** What customers are sent, in one language. */
export interface CustomerWords {
  readonly messages: {
    readonly [K in MessageKind]: (order: TextedOrder, scene: TextedScene, facts: MessageFacts[K]) => string
  }
  readonly links: { readonly [K in keyof LinkFacts]: (facts: LinkFacts[K]) => string }
  /** A message with its greeting and its end. `phone`: that of the store. */
  readonly letter: (name: string, text: string, phone: string | null) => string
}

/** A message in one language. */
export function messageIn<K extends MessageKind>(
  { messages, letter }: CustomerWords,
  kind: K,
  order: TextedOrder,
  scene: TextedScene,
  facts: MessageFacts[K],
): string {
  const shown = { ...order, plate: order.plate === null ? null : displayPlate(order.plate) }
  return letter(order.contactName, messages[kind](shown, scene, facts), scene.storePhone)
}

/** Example of a message for an order of tomorrow, for the settings page. */
export function exampleText(kind: CustomerMessage, now: Instant, store: string): string {
  const pickupAt = startOfDate(localDate(now)) + DAY + 10 * HOUR
  const order: TextedOrder = {
    orderNo: '261120000123',
    plate: '沪A12345',
    contactName: '王女士',
    pickupAt,
    returnAt: pickupAt + 2 * DAY,
    payDeadline: now + HOUR / 2,
    totalFen: 86900,
    prepayFen: null,
  }
  const scene = { store, storePhone: '021-62345678', returnStore: store, model: '大众朗逸' }
  return messageIn(chinese, kind, order, scene, exampleFacts(pickupAt)[kind])
}

const exampleFacts = (pickupAt: Instant): { readonly [K in CustomerMessage]: MessageFacts[K] } => ({
  confirmed: {},
  awaitingPayment: {},
  pickupReminder: { documentsUrl: null },
  returnReminder: {},
  overdue: {},
  selfChecked: { ref: '', type: 0, pass: true },
  instalmentDue: { ref: '', seq: 2, dueOn: localDate(pickupAt), amount: 450000 },
  instalmentLate: { ref: '', seq: 2, daysLate: 4, amount: 450225, lateFee: 225 },
  driverAssigned: { ref: '', name: '李师傅', phone: '13800001111', at: pickupAt },
  violationFound: {
    ref: '',
    at: pickupAt - 4 * HOUR,
    place: '延安高架虹许路匝道',
    act: '不按导向车道行驶',
    fine: 10000,
    points: 2,
    deadline: startOfDate(localDate(pickupAt)) + 8 * DAY,
    url: 'https://…',
    refused: null,
  },
  depositDeducted: { ref: '', deposit: '租车押金', amount: 30000, reason: '车内污渍' },
  depositReleased: { ref: '', deposit: '违章押金', amount: 200000 },
  cancelled: { penalty: 13680, refund: 73220 },
  modified: { ref: '', what: 'trip' },
})
