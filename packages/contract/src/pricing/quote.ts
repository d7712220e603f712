import {
  type OrderKind,
  orderItemTypes,
  orderKind,
  orderKinds,
  pickupType,
  pickupTypes,
  reduceTypes,
  returnType,
  returnTypes,
  sources,
} from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { depositKinds, depositModes, waiveTypes } from '@cheyi/domain/money/deposit/codes'
import { MAX_MONTHLY_PRICE, payIntervals } from '@cheyi/domain/pricing/quote/long/terms'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, decimal, Flag, fen, id, int, list, maybe, nestedRecord, text, time } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** The customer's request: everything that the price depends on. */
const tripFields = {
  storeId: id('取车门店'),
  /** Missing: the pickup store. */
  returnStoreId: maybe(id('还车门店')),
  modelId: id('车型'),
  pickupAt: time('取车时间'),
  /** For a long rental `termMonths` may be given instead. */
  returnAt: maybe(time('还车时间')),
  /** Missing: offline, at the store. */
  source: maybe(code(sources, '订单来源')),
  /** The company that rents, whose agreed prices apply; only for orders at the counter. */
  companyId: maybe(id('企业客户')),
  pickupType: maybe(code(pickupTypes, '取车方式')),
  returnType: maybe(code(returnTypes, '还车方式')),
  pickupAddress: maybe(text(0, 200, '取车地址')),
  pickupLng: maybe(decimal(-180, 180, '经度')),
  pickupLat: maybe(decimal(-90, 90, '纬度')),
  returnAddress: maybe(text(0, 200, '还车地址')),
  returnLng: maybe(decimal(-180, 180, '经度')),
  returnLat: maybe(decimal(-90, 90, '纬度')),
  services: maybe(list(nestedRecord({ code: text(1, 32, '服务'), qty: int(0, 99, '数量') }, '服务'), 30, '服务')),
  reduces: maybe(
    list(nestedRecord({ reduceType: code(reduceTypes, '减免类型'), amount: fen('减免金额', 1) }, '减免'), 6, '减免'),
  ),
}

/** Refusals about the times and places of a trip. */
export const tripRefusals = [
  'returnBeforePickup',
  'pickupInPast',
  'lengthOutOfRange',
  'priceMissing',
  'dateStopped',
  'advanceTooShort',
  'outOfServiceRange',
] as const

/** Whether the handover is not at the store, which is the default. */
const leaves = (type: number | undefined, store: number): boolean => type !== undefined && type !== store

/** One line of a price: amount in fen, negative for reductions; `formula` is its explanation in Chinese. */
export const PriceLine = z.object({
  itemType: out.code(orderItemTypes),
  code: z.string(),
  name: z.string(),
  qty: z.number(),
  unit: z.string(),
  unitPrice: out.fen,
  amount: out.fen,
  priceDate: out.date.nullable(),
  formula: z.string(),
})

/** Deposits of an order, before any is collected. */
export const DepositTerms = z.object({
  rows: z.array(z.object({ kind: out.code(depositKinds), amount: out.fen })),
  modes: z.array(out.code(depositModes)),
  waiveTypes: z.array(out.code(waiveTypes)),
  /** Days for which the violation deposit is held after the return. */
  holdDays: out.count,
})

/** A tier applies from `minMinutesBefore` minutes before pickup; exactly one of rate (bp) and fixed amount is set. */
export const CancelTier = z.object({
  minMinutesBefore: out.count,
  rateBp: out.count.nullable(),
  fixedFen: out.fen.nullable(),
  /** The penalty of this tier for this order, fen. */
  penalty: out.fen,
})

/** Terms of a long rental besides its trip. */
const longFields = {
  /** Missing: a regular order, or the kind of the order that is modified. */
  orderKind: maybe(code(orderKinds, '订单类型')),
  /** Whole months from the pickup, instead of `returnAt`. */
  termMonths: maybe(int(1, 36, '租期月数')),
  /** Missing: the list price for the term. */
  monthlyPrice: maybe(fen('月租金', 1, MAX_MONTHLY_PRICE)),
  /** Months per instalment; missing: 1. */
  payInterval: maybe(code(payIntervals, '付款间隔')),
  /** Agreed price of the whole term; missing: the sum of its lines. */
  total: maybe(fen('协议总价', 1)),
}

interface AskedTerm {
  readonly orderKind?: OrderKind
  readonly returnAt?: number
  readonly termMonths?: number
  readonly monthlyPrice?: number
  readonly payInterval?: number
  readonly total?: number
}

/** Checks that there is one end, and no term of a long rental in a request for a regular one. */
export function checkTerm(asked: AskedTerm, ctx: z.RefinementCtx): void {
  const wrong = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  const long = profileOf(asked.orderKind ?? orderKind.short).counts === 'dates'
  if (asked.returnAt === undefined && !(long && asked.termMonths !== undefined)) wrong('returnAt', '请选择还车时间')
  if (asked.returnAt !== undefined && asked.termMonths !== undefined)
    wrong('termMonths', '租期月数与还车时间只能填一个')
  if (long) return
  for (const name of ['termMonths', 'monthlyPrice', 'payInterval', 'total'] as const)
    if (asked[name] !== undefined) wrong(name, '只有长租订单可以填写')
}

/** One planned instalment; `periodTo` is exclusive: the first date of the next. */
export const PlannedRow = z.object({
  seq: out.count,
  periodFrom: out.date,
  periodTo: out.date,
  dueDate: out.date,
  amount: out.fen,
})

export const QuotedTerm = z.object({
  months: out.count,
  extraDays: out.count,
  startDate: out.date,
  /** Exclusive: the date of the return is not paid for. */
  endDate: out.date,
  monthlyPrice: out.fen,
  payInterval: out.code(payIntervals),
  rows: z.array(PlannedRow),
})

export const quote = {
  quote: write({
    operators: false,
    path: '/api/order/v1/price/new_calculate',
    summary: '算价',
    permission: ['order.create', 'longOrder.create', 'order.modify'],
    repeat: 'natural',
    audit: false,
    input: z
      .object({
        ...tripFields,
        /**
         * The order whose modification is priced: source, kinds of handover with their addresses, and reductions are
         * those of the order, and its services too where none are sent.
         */
        orderId: maybe(id('订单')),
        ...longFields,
      })
      .superRefine((trip, ctx) => {
        checkTerm(trip, ctx)
        if (trip.orderId !== undefined) return
        if (leaves(trip.pickupType, pickupType.store) && !trip.pickupAddress)
          ctx.addIssue({ code: 'custom', path: ['pickupAddress'], message: '请填写取车地址' })
        if (leaves(trip.returnType, returnType.store) && !trip.returnAddress)
          ctx.addIssue({ code: 'custom', path: ['returnAddress'], message: '请填写还车地址' })
      }),
    output: z.object({
      quoteId: out.id,
      expiresAt: out.time,
      /** For a long rental: its monthly price, and the plan that is stored with the order. */
      term: QuotedTerm.nullable(),
      days: out.count,
      overHours: out.count,
      lines: z.array(PriceLine),
      /** Without deposits. */
      total: out.fen,
      /** Due at the booking, the rest at the pickup; null: full payment. */
      prepay: out.fen.nullable(),
      /** null: no amount is set, so that none can be collected yet. */
      deposits: DepositTerms.nullable(),
      cancelRule: z.array(CancelTier),
      /** Number of cars that this source may still sell for the rental. */
      freeCapacity: out.count,
      pickupDistanceM: out.count.nullable(),
      returnDistanceM: out.count.nullable(),
      /** The map service did not answer: the distance is the straight line × 1.3. */
      pickupEstimated: z.boolean(),
      returnEstimated: z.boolean(),
      /** Hints that do not block staff: short notice, outside of opening hours, a missing holiday calendar. */
      warnings: z.array(z.string()),
      /** With `orderId`: the effect on the order. */
      modification: z
        .object({
          /** Total before the modification, and its difference. */
          before: out.fen,
          difference: out.fen,
          /** Balance of the order afterwards: negative is a credit. */
          owed: out.fen,
          /** The changed parts of the bill. */
          changes: z.array(z.object({ name: z.string(), before: out.fen, after: out.fen })),
          /** Plate of the assigned car; null without one. */
          plate: z.string().nullable(),
          /** The order retains its car; otherwise it gets another one. */
          keepsCar: z.boolean(),
        })
        .nullable(),
    }),
    refusals: ['orderNotFound', ...tripRefusals, 'orderStatusRefuses', 'vehicleTaken', 'noVehicleLeft', 'planPending'],
  }),
  services: read({
    path: '/api/price/v1/service/list',
    summary: '服务项',
    permission: ['price', 'order.create', 'longOrder.create', 'order.modify'],
    input: z.object({
      storeId: maybe(id('门店')),
      modelId: maybe(id('车型')),
      source: maybe(code(sources, '订单来源')),
      kind: maybe(code(orderItemTypes, '服务类型')),
      /** Includes those that are not on sale now. */
      all: maybe(Flag),
    }),
    output: z.array(
      z.object({
        id: out.id,
        code: z.string(),
        name: z.string(),
        description: z.string(),
        itemType: out.code(orderItemTypes),
        /** `day` or `order`. */
        unit: z.string(),
        price: out.fen,
        maxQty: out.count,
        /** Limit of charged days; null = none. */
        capDays: out.count.nullable(),
        mandatory: z.boolean(),
        /** 手续费: once per order, not charged again on renewal. */
        handling: z.boolean(),
        /** Empty lists mean all. */
        storeIds: z.array(out.id),
        modelIds: z.array(out.id),
        sources: z.array(out.count),
        sort: out.count,
        enabled: z.boolean(),
        version: out.count,
      }),
    ),
  }),
}
