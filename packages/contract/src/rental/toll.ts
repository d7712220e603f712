import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { tollKinds, tollStatuses } from '@cheyi/domain/rental/toll/codes'
import { MAX_TOLL_ORDERS, tollGroups } from '@cheyi/domain/rental/toll/toll'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  Flag,
  fen,
  id,
  list,
  maybe,
  nestedRecord,
  orElse,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import { maybeOrderRef, orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { importCallsOf, Started } from '../platform/job.ts'
import { Near } from './violation-view.ts'

/** 过路停车充电账单: lines of the bills of ETC cards, car parks and chargers, matched to who had the car and charged by order. */

const mayRead = ['violation.list', 'order.supplement'] as const
const mayMatch = ['violation.handle'] as const
const mayCharge = ['order.supplement'] as const
const refreshes = ['order', 'overview', 'todo', 'deposit', 'supplement', 'profit', 'cost'] as const
const imports = importCallsOf({
  path: '/api/toll/v1/import',
  noun: '过路停车充电账单',
  permission: mayMatch,
  refreshes: refreshes,
})

const Line = z.object({
  lineId: out.id,
  kind: out.code(tollKinds),
  status: out.code(tollStatuses),
  provider: z.string(),
  lineNo: z.string().nullable(),
  /** '' for a line that only has a card number. */
  plate: z.string(),
  cardNo: z.string(),
  vehicleId: out.id.nullable(),
  inAt: out.time.nullable(),
  outAt: out.time,
  place: z.string(),
  /** Negative: the provider gave it back. */
  fen: out.fen,
  ...maybeOrderRef,
  /** Only the family name without the permission for customers' files. */
  renterName: z.string().nullable(),
  supplementId: out.id.nullable(),
  /** Why the merchant bears it, or why it is void. */
  reason: z.string(),
  byHand: z.boolean(),
  version: out.count,
})

/** What is done with the lines of each order. */
export const tollActs = ['ask', 'waive'] as const

export const toll = {
  page: read({
    path: '/api/toll/v1/page',
    summary: '过路停车充电账单',
    permission: mayRead,
    input: z.object({
      ...cursorPaging(),
      group: maybe(word(tollGroups, '状态')),
      kind: maybe(code(tollKinds, '类型')),
      storeId: maybe(id('门店')),
      vehicleId: maybe(id('车辆')),
      orderId: maybe(id('订单')),
      /** Part of a plate, a card number or the order's number. */
      keyword: maybe(text(0, 40, '关键字')),
    }),
    /** The latest first. */
    output: z.object({
      ...out.pageOf(Line),
      /** Of the whole filter except its status; with the first page only. */
      counts: z.object({ unmatched: out.count, toCharge: out.count, asked: out.count, toReturn: out.count }).nullable(),
    }),
    refusals: ['orderNotFound'],
  }),
  around: read({
    path: '/api/toll/v1/around',
    summary: '账单行可匹配的订单',
    permission: mayMatch,
    input: z.object({ lineId: id('账单行') }),
    /** Orders that the caller may see and that had the car within a day, nearest first. */
    output: z.array(Near),
  }),
  cars: read({
    path: '/api/toll/v1/cars',
    summary: '可对应卡号的车辆',
    permission: mayMatch,
    input: z.object({ keyword: maybe(text(0, 20, '车牌')) }),
    /** The first ones by plate. */
    output: z.array(z.object({ vehicleId: out.id, plate: z.string(), modelName: z.string() })),
  }),
  due: read({
    path: '/api/toll/v1/due',
    summary: '待收的过路停车充电费，按订单',
    permission: mayCharge,
    input: z.object({ ...cursorPaging(), storeId: maybe(id('门店')), orderId: maybe(id('订单')) }),
    /** Those of the oldest line first. */
    output: z.object({
      ...out.pageOf(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          renterName: z.string(),
          /** Of its latest line; '' for one that only has a card number. */
          plate: z.string(),
          lines: out.count,
          fen: out.fen,
          /** 过路费12笔、停车1笔. */
          what: z.string(),
          firstAt: out.time,
          lastAt: out.time,
          /** What a batch can deduct from the rental deposit, fen. */
          deposit: out.fen,
          /** What only a person can deduct: an authorization that ends with its first deduction, fen. */
          depositOnce: out.fen,
        }),
      ),
      /** Of all orders; with the first page only. */
      sums: z.object({ lines: out.count, fen: out.fen }).nullable(),
    }),
  }),
  match: write({
    operators: false,
    path: '/api/toll/v1/match',
    summary: '匹配账单行',
    permission: mayMatch,
    repeat: 'version',
    whileSuspended: true,
    /**
     * An order, or the car of its card, also in place of a wrong one; neither: the merchant bears it. `fromHere`: the card was in another
     * car before this line.
     */
    input: z.object({
      lineId: id('账单行'),
      version: Version,
      orderId: maybe(id('订单')),
      vehicleId: maybe(id('车辆')),
      fromHere: orElse(Flag, false),
      reason: orElse(text(0, 200, '原因'), ''),
    }),
    /** `others`: further lines of the same card that were matched with it. */
    output: z.object({ status: out.code(tollStatuses), version: out.count, others: out.count }),
    refusals: ['tollStatusRefuses', 'violationOutsideRental', 'orderNotFound'],
    refreshes,
  }),
  waive: write({
    operators: false,
    path: '/api/toll/v1/waive',
    summary: '不向客户收取账单行',
    permission: mayCharge,
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ lineId: id('账单行'), version: Version, reason: text(1, 200, '原因') }),
    output: z.object({ status: out.code(tollStatuses), version: out.count }),
    refusals: ['tollStatusRefuses'],
    refreshes,
  }),
  cancel: write({
    operators: false,
    path: '/api/toll/v1/void',
    summary: '作废账单行',
    permission: mayMatch,
    repeat: 'version',
    whileSuspended: true,
    input: z.object({ lineId: id('账单行'), version: Version, reason: text(1, 200, '作废原因') }),
    output: z.object({ status: out.code(tollStatuses), version: out.count }),
    refusals: ['tollStatusRefuses'],
    refreshes,
  }),
  /** One supplement for all lines of an order, or none for any of them. The job has the result of each order. */
  charge: write({
    operators: false,
    path: '/api/toll/v1/charge',
    summary: '批量收取过路停车充电费',
    permission: mayCharge,
    twoPerson: ['deduction', 'credit'],
    whileSuspended: true,
    input: z.object({
      act: word(tollActs, '处理'),
      /** With the sum that the caller saw: an order whose lines have changed since is refused. */
      orders: list(nestedRecord({ orderId: id('订单'), fen: fen('金额', 1) }, '订单'), MAX_TOLL_ORDERS, '订单', 1),
      /** For `ask`: the rental deposit of each order pays first, as far as it suffices. Needs `deposit.deduct`. */
      deposit: orElse(Flag, false),
      /** For `ask`: a link to pay what is left is sent to each customer. */
      text: orElse(Flag, false),
      /** For `waive`. */
      reason: maybe(text(1, 200, '原因')),
    }),
    output: Started,
    refusals: ['lineFull', 'orderNotFound'],
    refreshes,
  }),
  importTemplate: imports.template,
  importCheck: imports.check,
  importConfirm: imports.confirm,
}
