import { orderStatuses, pickupTypes, returnTypes } from '@cheyi/domain/booking/order/codes'
import { ticketCounters } from '@cheyi/domain/platform/todo/counters'
import { z } from 'zod'
// biome-ignore lint/plugin: a to-do shows the car of an order as the stock does.
import { CarOut, OneWay } from '../fleet/stock.ts'
import { read, write } from '../kernel/call.ts'
import { id, maybe, orCleared, time, word } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/**
 * Kinds of to-dos; the list is sorted by urgency, not in this order. `refund`: it failed, `refundTask`: a refund by hand,
 * `depositBack`: a deposit by hand, `payCheck`: a payment left undecided or with another amount, `authEnded`: an
 * authorization hold of a deposit ended, or its waiver was withdrawn, `checkPickup`, `checkReturn`: a self-service
 * record, `instalmentDue`, `instalmentLate`: of a long order, `noShow`: the customer did not come, `stillOut`:
 * the car was out at the import of its order, and its pickup is to be recorded, `violationRelease`: the violation deposit
 * is due for release.
 */
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
  'refundTask',
  'depositBack',
  'payCheck',
  'authEnded',
  'instalmentDue',
  'instalmentLate',
  'noShow',
  'stillOut',
  'violationRelease',
] as const

/** Refunds by hand: a deposit, or rent and charges. Each has its own permission, and may have its own assignee. */
export const refundTaskKinds = ['deposit', 'refund'] as const
export type RefundTaskKind = (typeof refundTaskKinds)[number]

/** Pending work of one order. The phone is masked. */
export const Todo = z.object({
  kind: out.word(todoKinds),
  /** When it is, or was, due. */
  at: out.time,
  ...orderRef,
  status: out.code(orderStatuses),
  modelName: z.string(),
  plate: z.string().nullable(),
  /** The car that the customer has, if a device says where it is. */
  trackedCarId: out.id.nullable(),
  carOut: CarOut,
  contactName: z.string(),
  phone: z.string(),
  pickupType: out.code(pickupTypes),
  returnType: out.code(returnTypes),
  storeName: z.string(),
  /** The two stores of a one-way order. */
  oneWay: OneWay.nullable(),
  /** Delivery or collection address; null at the store. */
  address: z.string().nullable(),
  driverName: z.string().nullable(),
  selfService: z.boolean(),
  /** Amount to be refunded, or to be checked, fen; null where it is not about money. */
  amountFen: out.fen.nullable(),
  /** The time that staff promised for the refund; null without a promise. */
  promisedAt: out.time.nullable(),
  /** The newest pinned remark, or null. */
  note: z.string().nullable(),
  /** The next action: its code, and its label. */
  action: z.string(),
  actionLabel: z.string(),
})

/** Pending work of one ticket. */
export const TicketTodo = z.object({
  kind: out.word(ticketCounters),
  /** When its next step is, or was, due. */
  at: out.time,
  ticketId: out.id,
  /** Work on the car, as text: 维保 · 常规保养. */
  title: z.string(),
  modelName: z.string(),
  plate: z.string(),
  /** The due step: 送修, 到达. */
  verb: z.string(),
  place: z.string(),
  /** null without an assignee. */
  assigneeName: z.string().nullable(),
  link: z.string(),
})
export type TicketTodo = z.output<typeof TicketTodo>

export type Todo = z.output<typeof Todo>

export const todo = {
  counts: read({
    path: '/api/data/v1/todo',
    summary: '待办计数',
    permission: 'signedIn',
    input: z.object({ storeId: maybe(id('门店')) }),
    /**
     * Only counters whose permission the account has; `link` is the path of the screen that lists them, `fen` their
     * amount. `onScreen`: number of items on that screen, each counted once, even when it is in several of these
     * counters.
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

  refundTasks: read({
    path: '/api/data/v1/todo/refundTasks',
    summary: '待退款项经办人',
    permission: ['order.return', 'order.payment', 'deposit.release'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      /** Refunds to be paid by hand. */
      list: z.array(
        z.object({
          kind: out.word(refundTaskKinds),
          amount: out.fen,
          assigneeId: out.id.nullable(),
          assigneeName: z.string(),
          dueAt: out.time.nullable(),
        }),
      ),
      /** Accounts that may pay each kind. */
      people: z.array(z.object({ accountId: out.id, name: z.string(), kinds: z.array(out.word(refundTaskKinds)) })),
    }),
    refusals: ['orderNotFound'],
  }),

  assign: write({
    operators: false,
    path: '/api/data/v1/todo/assign',
    summary: '指定退款经办人',
    permission: ['order.return', 'order.payment', 'deposit.release'],
    /** Assigns all refunds of this kind that are to be paid by hand for the order; without an assignee any permitted account may pay. */
    input: z.object({
      orderId: id('订单'),
      kind: word(refundTaskKinds, '款项'),
      accountId: orCleared(id('经办人')),
      dueAt: orCleared(time('办理时间')),
    }),
    output: z.object({ assigned: out.count }),
    refusals: ['orderNotFound'],
    refreshes: ['overview', 'order'],
  }),
}
