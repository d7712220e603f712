import { orderStatuses, sources } from '@cheyi/domain/booking/order/codes'
import { carTypes, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { givenKinds, sumOfGiven } from '@cheyi/domain/pricing/quote/channel/channel-lines'
import { renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { violationStatuses } from '@cheyi/domain/rental/violation/codes'
import { openScopes } from '@cheyi/domain/sales/channel/open-key'
import { channelEventTypes } from '@cheyi/domain/sales/channel-push/event'
import { z } from 'zod'
import { ContactPhone, date, fen, id, int, list, maybe, orElse, strictRecord, text, word } from '../kernel/field.ts'
import { type OpenCall, openRead, openWrite } from '../kernel/open-call.ts'
import * as out from '../kernel/output.ts'
import { PriceLine } from '../pricing/quote.ts'
import { DeductionEvent, openDeductionCalls } from './open-api-deduction.ts'
import { channelNo, channelOrderNo, moment, namedCode, told } from './open-api-fields.ts'

/*
 * 开放接口 /open/v1: the open API that platforms call with signed requests. It is separate from the contract of our own
 * pages, with other paths, permissions and its own document. Ids are ours; data that is not open to the channel does
 * not exist for it. An unknown field is refused by its name, because a platform assumes that an accepted field was
 * used.
 */

const tripFields = {
  storeId: id('取车门店'),
  /** Missing: the pickup store. */
  returnStoreId: maybe(id('还车门店')),
  modelId: id('车型'),
  pickupAt: moment('取车时间'),
  returnAt: moment('还车时间'),
  /** By the codes of the channel, as the merchant has mapped them. */
  services: maybe(list(strictRecord({ code: text(1, 64, '服务'), qty: int(1, 99, '数量') }, '服务'), 30, '服务')),
}
const tripRefusals = [
  'channelPaused',
  'priceMissing',
  'lengthOutOfRange',
  'openNoStock',
  'openStoreUnmapped',
  'openModelUnmapped',
  'openOutOfHours',
  'openAdvanceTooShort',
] as const

const Quote = z.object({
  quoteId: out.id,
  expiresAt: told,
  days: out.count,
  totalFen: out.fen,
  lines: z.array(PriceLine.pick({ code: true, name: true, qty: true, unitPrice: true, amount: true })),
  deposits: z.array(z.object({ kind: namedCode(depositKinds), name: z.string(), amountFen: out.fen })),
  /** From this number of minutes before the pickup, a cancellation costs this penalty. */
  cancelRule: z.array(z.object({ minMinutesBefore: out.count, penaltyFen: out.fen })),
  /** Number of such rentals that may still be sold. */
  sellable: out.count,
})

const StockDay = z.object({ date: out.date, sellable: out.count, total: out.count, closed: z.boolean() })

/** `store`: the store collects it; `waived`: the platform exempts the customer; `held`: the platform has collected it. */
const depositsBy = ['store', 'waived', 'held'] as const
const depositBy = (label: string) => orElse(word(depositsBy, `${label}的收取方`), 'store')

const orderFields = {
  ...tripFields,
  channelOrderNo,
  /** A valid quote, whose price is guaranteed. */
  quoteId: maybe(id('报价')),
  /** The price that the customer saw. */
  amountFen: fen('订单总额'),
  /** How the platform composed it; stored and shown in the order. Missing: our own lines. */
  lines: maybe(
    list(
      strictRecord(
        {
          kind: word(givenKinds, '明细类型'),
          code: maybe(text(1, 64, '明细编码')),
          name: text(1, 60, '明细名称'),
          amountFen: fen('明细金额'),
        },
        '价格明细',
      ),
      40,
      '价格明细',
      1,
    ),
  ),
  /** Who has the payment: the platform, or none until the customer pays at the store. Missing: as the contract says. */
  payment: maybe(word(['store', 'prepaid'] as const, '支付方式')),
  customer: strictRecord(
    { name: text(1, 60, '客户姓名'), mobile: ContactPhone, idNumber: maybe(text(15, 18, '身份证号')) },
    '客户',
  ),
  remark: maybe(text(0, 500, '备注')),
  /** Who covers each deposit; missing: the store collects it from the customer. */
  deposits: maybe(strictRecord({ rental: depositBy('租车押金'), violation: depositBy('违章押金') }, '押金')),
}
type Summed = { readonly lines?: Parameters<typeof sumOfGiven>[0]; readonly amountFen?: number }
function linesAddUp({ lines, amountFen }: Summed, ctx: z.RefinementCtx): void {
  if (lines === undefined) return
  if (!lines.some(({ kind }) => kind === 'rent'))
    ctx.addIssue({ code: 'custom', path: ['lines'], message: '价格明细至少有一行租金' })
  else if (amountFen !== undefined && sumOfGiven(lines) !== amountFen)
    ctx.addIssue({ code: 'custom', path: ['lines'], message: '价格明细之和应等于订单总额' })
}
const orderInput = z.strictObject(orderFields).superRefine(linesAddUp)
/** A check may come before the platform has a number or a price: without one, our price counts. */
const checkInput = z
  .strictObject({ ...orderFields, channelOrderNo: maybe(channelOrderNo), amountFen: maybe(fen('订单总额')) })
  .superRefine(linesAddUp)
const orderRefusals = [
  ...tripRefusals,
  'openPriceChanged',
  'openOrderNoDiffers',
  'openStatusRefuses',
  'openDriverRefused',
  'planPending',
] as const

const DepositTold = z.object({ by: out.word(depositsBy), dueFen: out.fen })

const Order = z.object({
  channelOrderNo: z.string(),
  orderId: out.id,
  orderNo: z.string(),
  status: namedCode(orderStatuses),
  statusName: z.string(),
  storeId: out.id,
  returnStoreId: out.id,
  modelId: out.id,
  pickupAt: told,
  returnAt: told,
  actualPickupAt: told.nullable(),
  actualReturnAt: told.nullable(),
  /** Its car, partly masked until a day before the pickup. */
  plate: z.string().nullable(),
  totalFen: out.fen,
  paidFen: out.fen,
  /** The customer's penalty of the cancellation; 0 where it was not cancelled. */
  penaltyFen: out.fen,
  /** Who covers each deposit, and what the store still has to collect from the customer. */
  deposits: z.object({ rental: DepositTold, violation: DepositTold }),
  /** Until when it must be accepted, else it is refused; null: no acceptance is pending. */
  confirmBy: told.nullable(),
  cancelledAt: told.nullable(),
})

const Renewal = z.object({
  renewalId: out.id,
  renewalNo: z.string(),
  status: namedCode(renewalStatuses),
  statusName: z.string(),
  oldReturnAt: told,
  newReturnAt: told,
  amountFen: out.fen,
  endedAt: told.nullable(),
})

/** A violation of the order's customer, without personal data. */
const Violation = z.object({
  violationId: out.id,
  status: namedCode(violationStatuses),
  statusName: z.string(),
  occurAt: told,
  place: z.string(),
  act: z.string(),
  points: out.count,
  /** null: the authority has not decided it. */
  fineFen: out.fen.nullable(),
  deadlineAt: told.nullable(),
  acknowledgedAt: told.nullable(),
})

/** A change of an order, as the platform receives it at its address and in the list of events. */
const Event = z.object({
  /** The header `webhook-id` of the message. */
  eventId: out.id,
  /** Rises by one for each event of the channel. */
  seq: out.count,
  type: out.word(channelEventTypes),
  timestamp: told,
  /** It is about a test order. */
  test: z.boolean(),
  /** The order after the change. */
  data: z.object({
    ...Order.pick({
      channelOrderNo: true,
      orderId: true,
      orderNo: true,
      status: true,
      statusName: true,
      storeId: true,
      returnStoreId: true,
      modelId: true,
      pickupAt: true,
      returnAt: true,
      actualPickupAt: true,
      actualReturnAt: true,
      totalFen: true,
      penaltyFen: true,
      cancelledAt: true,
    }).shape,
    renewalId: out.id.nullable(),
    violation: z
      .object({
        violationId: out.id,
        occurAt: told,
        act: z.string(),
        points: out.count,
        fineFen: out.fen.nullable(),
        /** The violation is void, or belongs to another order after all. */
        withdrawn: z.boolean(),
      })
      .nullable(),
    deduction: DeductionEvent.nullable(),
  }),
})

/** An order of a month by the merchant's ledger, to be compared with the platform's own. */
const Settled = z.object({
  channelOrderNo: z.string(),
  orderId: out.id,
  orderNo: z.string(),
  status: namedCode(orderStatuses),
  statusName: z.string(),
  endedAt: told,
  /** What the platform collected, less what it refunded. */
  grossFen: out.fen,
  commissionFen: out.fen,
  /** What the platform remits; negative: the merchant owes it, since it collected the money itself. */
  netFen: out.fen,
})

const Cancelled = z.object({ ...Order.shape, refundFen: out.fen })

export const openContract = {
  ping: openRead({
    path: '/open/v1/ping',
    summary: '连通测试',
    scope: null,
    output: z.object({
      serverTime: told,
      /** Our code of the channel, which its orders have as their source. */
      source: namedCode(sources),
      channel: z.string(),
      /** Orders of a test key are test orders. */
      mode: out.word(['live', 'test']),
      /** New orders are accepted. */
      selling: z.boolean(),
      scopes: z.array(out.word(openScopes)),
    }),
  }),
  stores: openRead({
    path: '/open/v1/stores',
    summary: '开放的门店',
    scope: 'catalog',
    output: z.object({
      stores: z.array(
        z.object({
          storeId: out.id,
          /** The channel's own code. */
          code: z.string(),
          name: z.string(),
          city: z.string(),
          address: z.string(),
          lng: z.number().nullable(),
          lat: z.number().nullable(),
          phone: z.string().nullable(),
          active: z.boolean(),
        }),
      ),
    }),
  }),
  models: openRead({
    path: '/open/v1/models',
    summary: '开放的车型',
    scope: 'catalog',
    output: z.object({
      models: z.array(
        z.object({
          modelId: out.id,
          code: z.string(),
          name: z.string(),
          carType: namedCode(carTypes),
          seats: out.count,
          gearbox: namedCode(gearboxes),
          active: z.boolean(),
        }),
      ),
    }),
  }),
  vehicles: openRead({
    path: '/open/v1/vehicles',
    summary: '开放的车辆（每页500辆）',
    scope: 'catalog',
    input: z.strictObject({
      /** `next` of the page before. */
      after: maybe(id('起始位置')),
    }),
    output: z.object({
      vehicles: z.array(
        z.object({
          vehicleId: out.id,
          storeId: out.id,
          modelId: out.id,
          /** Partly masked. */
          plate: z.string(),
          colour: z.string(),
          active: z.boolean(),
        }),
      ),
      next: out.id.nullable(),
    }),
  }),
  stock: openRead({
    path: '/open/v1/stock',
    summary: '按天可售库存',
    scope: 'stock',
    input: z.strictObject({ storeId: id('门店'), modelId: id('车型'), from: date('开始日期'), to: date('结束日期') }),
    output: z.object({ asOf: told, days: z.array(StockDay) }),
    refusals: ['openStoreUnmapped', 'openModelUnmapped'],
  }),
  stockBatch: openRead({
    path: '/open/v1/stock/batch',
    method: 'POST',
    summary: '批量查询按天可售库存（最多50组，7天）',
    scope: 'stock',
    input: z.strictObject({
      pools: list(strictRecord({ storeId: id('门店'), modelId: id('车型') }, '门店和车型'), 50, '门店和车型', 1),
      from: date('开始日期'),
      to: date('结束日期'),
    }),
    output: z.object({
      asOf: told,
      pools: z.array(z.object({ storeId: out.id, modelId: out.id, days: z.array(StockDay) })),
    }),
    refusals: ['openStoreUnmapped', 'openModelUnmapped'],
  }),
  prices: openRead({
    path: '/open/v1/prices',
    summary: '按天价格',
    scope: 'price',
    input: z.strictObject({ storeId: id('门店'), modelId: id('车型'), from: date('开始日期'), to: date('结束日期') }),
    output: z.object({
      /** A date without a price, or a closed one, is not sold. */
      days: z.array(z.object({ date: out.date, priceFen: out.fen.nullable(), closed: z.boolean() })),
    }),
    refusals: ['openStoreUnmapped', 'openModelUnmapped'],
  }),
  quote: openWrite({
    path: '/open/v1/quote',
    summary: '报价（15分钟内有效）',
    note: '只计算价格，不校验也不占用库存；sellable 仅供参考，有无车以下单预检和下单的结果为准。',
    scope: 'price',
    changes: false,
    input: z.strictObject(tripFields),
    output: Quote,
    refusals: tripRefusals,
  }),
  checkOrder: openWrite({
    path: '/open/v1/orders/check',
    summary: '下单预检（不保留任何数据）',
    note: '渠道订单号和订单总额可不带：不带总额时按我方现价检查，并返回该价格。',
    scope: 'order',
    changes: false,
    input: checkInput,
    output: z.object({ ok: z.boolean(), totalFen: out.fen }),
    refusals: orderRefusals,
  }),
  createOrder: openWrite({
    path: '/open/v1/orders',
    summary: '下单（同一渠道订单号只生成一单）',
    note: '没有收到应答时，以同样内容和同一渠道订单号重试：已受理的返回首次结果，duplicate 为 true。带 quoteId 时按该报价成交；不带时按当前价格，与 amountFen 相差在商家约定的容差内即可。',
    scope: 'order',
    input: orderInput,
    output: z.object({ ...Order.shape, duplicate: z.boolean() }),
    refusals: orderRefusals,
  }),
  order: openRead({
    path: '/open/v1/orders/:channelOrderNo',
    summary: '订单状态',
    scope: 'order',
    input: z.strictObject({ channelOrderNo }),
    output: Order,
    refusals: ['notFound'],
  }),
  customer: openWrite({
    path: '/open/v1/orders/:channelOrderNo/customer',
    method: 'PUT',
    summary: '变更客户（取车前）',
    scope: 'order',
    input: z.strictObject({ channelOrderNo, name: text(1, 60, '客户姓名'), mobile: ContactPhone }),
    output: Order,
    refusals: ['notFound', 'openStatusRefuses', 'openDriverRefused'],
  }),
  createRenewal: openWrite({
    path: '/open/v1/orders/:channelOrderNo/renewals',
    summary: '续租（同一续租号只生成一次）',
    scope: 'order',
    input: z.strictObject({
      channelOrderNo,
      renewalNo: channelNo('渠道续租号'),
      newReturnAt: moment('新还车时间'),
      /** The price of the added time that the customer saw. */
      amountFen: fen('续租金额'),
      payment: maybe(word(['store', 'prepaid'] as const, '支付方式')),
    }),
    output: z.object({ ...Renewal.shape, duplicate: z.boolean() }),
    refusals: [
      'notFound',
      'priceMissing',
      'openNoStock',
      'openPriceChanged',
      'openOrderNoDiffers',
      'openStatusRefuses',
      'planPending',
    ],
  }),
  cancelRenewal: openWrite({
    path: '/open/v1/orders/:channelOrderNo/renewals/:renewalId/cancel',
    summary: '取消续租（可重复提交）',
    scope: 'order',
    whileSuspended: true,
    input: z.strictObject({ channelOrderNo, renewalId: id('续租'), reason: maybe(text(0, 80, '原因')) }),
    output: z.object({ ...Renewal.shape, refundFen: out.fen }),
    refusals: ['notFound', 'openStatusRefuses'],
  }),
  violations: openRead({
    path: '/open/v1/orders/:channelOrderNo/illegals',
    summary: '订单的违章',
    scope: 'order',
    input: z.strictObject({ channelOrderNo }),
    output: z.object({ violations: z.array(Violation) }),
    refusals: ['notFound'],
  }),
  ackViolation: openWrite({
    path: '/open/v1/orders/:channelOrderNo/illegals/:violationId/ack',
    summary: '确认收到违章（可重复提交）',
    scope: 'order',
    whileSuspended: true,
    input: z.strictObject({ channelOrderNo, violationId: id('违章') }),
    output: Violation,
    refusals: ['notFound', 'openStatusRefuses'],
  }),
  ...openDeductionCalls,
  cancelPreview: openRead({
    path: '/open/v1/orders/:channelOrderNo/cancel/preview',
    method: 'POST',
    summary: '取消费用预览',
    scope: 'order',
    input: z.strictObject({ channelOrderNo }),
    output: z.object({ penaltyFen: out.fen, paidFen: out.fen, refundFen: out.fen }),
    refusals: ['notFound', 'openStatusRefuses'],
  }),
  cancelOrder: openWrite({
    path: '/open/v1/orders/:channelOrderNo/cancel',
    summary: '取消订单（可重复提交）',
    scope: 'order',
    whileSuspended: true,
    input: z.strictObject({
      channelOrderNo,
      /** A cancellation caused by the channel costs the customer nothing. */
      responsibility: orElse(word(['customer', 'channel'] as const, '责任方'), 'customer'),
      reason: maybe(text(0, 100, '原因')),
    }),
    output: Cancelled,
    refusals: ['openStatusRefuses'],
  }),
  statement: openRead({
    path: '/open/v1/statement',
    summary: '月度对账单（当月还车或取消的订单）',
    note: '商家账上每单应由平台结算的金额，与此前是否已结算无关；可与平台自己的对账单逐单核对。',
    scope: 'order',
    input: z.strictObject({
      month: text(7, 7, '月份').regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份应如 2026-11'),
      /** `next` of the page before. */
      after: maybe(id('起始位置')),
    }),
    output: z.object({
      orders: z.array(Settled),
      /** Sums of the listed orders. */
      grossFen: out.fen,
      commissionFen: out.fen,
      netFen: out.fen,
      next: out.id.nullable(),
    }),
  }),
  events: openRead({
    path: '/open/v1/events',
    summary: '订单事件（保留30天）',
    note: '订单变化的完整列表，没有回调地址也有；回调只是其中一种读法，漏收的在此补取。',
    scope: 'order',
    input: z.strictObject({
      /** The last known number; 0: from the oldest stored event. */
      after: orElse(int(0, Number.MAX_SAFE_INTEGER, '起始序号'), 0),
      limit: orElse(int(1, 200, '条数'), 100),
    }),
    output: z.object({ events: z.array(Event), more: z.boolean() }),
  }),
} satisfies Readonly<Record<string, OpenCall>>
