import { orderStatuses, pickupTypes, returnTypes } from '@cheyi/domain/order/codes'
import { ticketCounters } from '@cheyi/domain/todo/counters'
import { z } from 'zod'
import { CarOut, OneWay } from './arrange.ts'
import { read, write } from './kernel/call.ts'
import { id, maybe, orCleared, time, word } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { orderRef } from './order-ref.ts'

/** What a to-do asks for; the order of the list is by urgency, not by this. `refund`: it failed, `payback`: by hand,
 * `depositBack`: a deposit by hand, `payCheck`: a payment left undecided or of another sum, `authEnded`: an authorisation of a
 * deposit ended by itself, or its waiver was withdrawn,
 * `checkPickup`, `checkReturn`: a customer handed in alone, `instalmentDue`, `instalmentLate`: of a long order, `noShow`: the customer did not come, `violationRelease`: the violation deposit is due. */
export const todoKinds = [
  'checkPickup',
  'checkReturn',
  'overdue',
  'lateReturn',
  'return',
  'latePickup',
  'pickup',
  'arrange',
  'confirm',
  'refund',
  'payback',
  'depositBack',
  'payCheck',
  'authEnded',
  'instalmentDue',
  'instalmentLate',
  'noShow',
  'violationRelease',
] as const

/** What is paid back by hand: a deposit, or rent and charges. Each has its key, and may have a person of its own. */
export const paybackKinds = ['deposit', 'refund'] as const
export type PaybackKind = (typeof paybackKinds)[number]

/** One order waiting for a person. The phone is masked. */
export const Todo = z.object({
  kind: out.word(todoKinds),
  /** When it is, or was, due. */
  at: out.time,
  ...orderRef,
  status: out.code(orderStatuses),
  modelName: z.string(),
  plate: z.string().nullable(),
  carOut: CarOut,
  contactName: z.string(),
  phone: z.string(),
  pickupType: out.code(pickupTypes),
  returnType: out.code(returnTypes),
  storeName: z.string(),
  /** Both ends of an order that is returned elsewhere. */
  oneWay: OneWay.nullable(),
  /** Delivery or collection address; null at the store. */
  address: z.string().nullable(),
  driverName: z.string().nullable(),
  selfService: z.boolean(),
  /** What goes back to the customer, or is to be looked after, fen; null where it is not about money. */
  amountFen: out.fen.nullable(),
  /** Until when somebody said that it is paid back; null where nobody did. */
  promisedAt: out.time.nullable(),
  /** The newest pinned remark, or null. */
  note: z.string().nullable(),
  /** The one verb that moves it on: code of an order action, and its text. */
  action: z.string(),
  actionLabel: z.string(),
})

/** One ticket waiting for a person. */
export const TicketTodo = z.object({
  kind: out.word(ticketCounters),
  /** When its next step is, or was, due. */
  at: out.time,
  ticketId: out.id,
  /** What is done with the car, as the server says it: 维保 · 常规保养. */
  title: z.string(),
  modelName: z.string(),
  plate: z.string(),
  /** What is due: 送修, 到达. */
  verb: z.string(),
  place: z.string(),
  /** Null while nobody sees to it. */
  assigneeName: z.string().nullable(),
  link: z.string(),
})
export type TicketTodo = z.output<typeof TicketTodo>

/** One to-do as it leaves. */
export type Todo = z.output<typeof Todo>

export const todo = {
  counts: read({
    path: '/api/data/v1/todo',
    summary: '待办计数',
    permission: 'signedIn',
    input: z.object({ storeId: maybe(id('门店')) }),
    /**
     * Only counters whose key the account holds; `link` is the path of the screen that lists them, `fen` what it is about.
     * `onScreen`: all that waits on that screen, each once, however many of these counters it stands in.
     */
    output: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        count: out.count,
        onScreen: out.count,
        fen: out.fen.nullable(),
        link: z.string(),
      }),
    ),
  }),

  paybacks: read({
    path: '/api/data/v1/todo/paybacks',
    summary: '待退款项经办人',
    permission: ['order.return', 'order.refund', 'deposit.release'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      /** What waits to be paid back by hand. */
      list: z.array(
        z.object({
          kind: out.word(paybackKinds),
          amount: out.fen,
          assigneeId: out.id.nullable(),
          assigneeName: z.string(),
          dueAt: out.time.nullable(),
        }),
      ),
      /** Who may pay which of it back. */
      people: z.array(z.object({ accountId: out.id, name: z.string(), kinds: z.array(out.word(paybackKinds)) })),
    }),
    refusals: ['orderNotFound'],
  }),

  assign: write({
    path: '/api/data/v1/todo/assign',
    summary: '指定退款经办人',
    permission: ['order.return', 'order.refund', 'deposit.release'],
    /** All of this kind that waits to be paid back by hand for the order; without a person it is anybody's who may. */
    input: z.object({
      orderId: id('订单'),
      kind: word(paybackKinds, '款项'),
      accountId: orCleared(id('经办人')),
      dueAt: orCleared(time('办理时间')),
    }),
    output: z.object({ assigned: out.count }),
    refusals: ['orderNotFound'],
    refreshes: ['overview', 'order'],
  }),
}
