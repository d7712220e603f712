import {
  cancelReasons,
  orderItemTypes,
  orderKinds,
  orderStatus,
  orderStatuses,
  pickupReturnQueryStatuses,
  pickupTypes,
  responsibilities,
  sources,
} from '@cheyi/domain/booking/order/codes'
import { orderColumns } from '@cheyi/domain/booking/order/columns'
import { orderPendingNames } from '@cheyi/domain/booking/order/waits'
import { depositKinds, depositPayStatuses, depositStatuses } from '@cheyi/domain/money/deposit/codes'
import { planDues } from '@cheyi/domain/rental/instalment/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  ContactPhone,
  code,
  Flag,
  fen,
  flag,
  id,
  list,
  maybe,
  mediaIds,
  paging,
  range,
  text,
  time,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
// biome-ignore lint/plugin: an order is shown with its payments.
import { paidBackBy } from '../money/payment.ts'
import { importCallsOf, tableLooks, tableNames } from '../platform/job.ts'
import { CancelTier, tripRefusals } from '../pricing/quote.ts'
import { Booking, BookingDraft } from './order-form.ts'
import { LogRow, OrderDetail, OrderPage, RemarkView } from './order-view.ts'

const orderId = id('订单')

/** A user who booked may correct the booking within the hour without the permission: the handlers check that. */
const bookers = ['order.create', 'longOrder.create'] as const
const mending = ['order.modify', ...bookers] as const

/** The time of the order that a date range filters. */
export const listDateTypes = { pickup: 1, return: 2, created: 3 } as const
/** `next`: by the time of the next step; `newest`: by creation. */
export const listSorts = ['next', 'newest'] as const

/** Steps of `update_status` that have no target status. */
export const statusActions = ['retryRefund', 'modify', 'undoPickup', 'undoReturn'] as const

/** A new end for a rental that has not begun; it begins as planned, or now where that has passed. */
const newPeriod = { orderId, returnAt: time('还车时间') }
const periodRefusals = ['orderStatusRefuses', 'returnBeforePickup', 'lengthOutOfRange'] as const

/** The price of an order for another period. */
const PeriodPrice = z.object({
  pickupAt: out.time,
  returnAt: out.time,
  /** Of the whole order. */
  total: out.fen,
  /** Added to the total; a negative difference remains as credit until the return. */
  difference: out.fen,
  /** The changed parts of the bill. */
  changes: z.array(z.object({ name: z.string(), before: out.fen, after: out.fen })),
})

const afterOrder = ['overview', 'todo', 'stock', 'arrange.available', 'driver', 'deposit', 'expense']

/** Filter and sort order of a list. */
const listFilter = {
  orderKind: maybe(code(orderKinds, '订单类型')),
  status: maybe(list(code(orderStatuses, '订单状态'), 9, '订单状态')),
  /** Order number, plate, name, or phone (whole or last four digits). */
  keyword: maybe(text(0, 60, '关键字')),
  dateType: maybe(code(Object.values(listDateTypes), '日期类型')),
  dateRange: range('日期'),
  storeId: maybe(list(id('门店'), 100, '门店')),
  source: maybe(list(code(sources, '订单来源'), sources.values.length, '订单来源')),
  modelId: maybe(id('车型')),
  pickupType: maybe(code(pickupTypes, '取车方式')),
  pickupReturnQueryStatus: maybe(code(pickupReturnQueryStatuses, '取还状态')),
  depositStatus: maybe(list(code(depositStatuses, '押金状态'), 4, '押金状态')),
  /** Unpaid: without cancelled orders, whose deposits are not collected any more. */
  depositPayStatus: maybe(list(code(depositPayStatuses, '押金支付状态'), 4, '押金支付状态')),
  /** Whether the open deposits are agreed to be collected later. */
  depositLater: maybe(Flag),
  overdue: maybe(Flag),
  /** Returned orders whose deposit of this kind is due for release. */
  depositDue: maybe(code(depositKinds, '待退押金')),
  /** Long orders with a due or overdue instalment. */
  planDue: maybe(code(planDues, '分期')),
  /** Orders with this pending work, which no status shows. */
  waits: maybe(word(orderPendingNames, '待办')),
  sort: maybe(word(listSorts, '排序')),
}

const imports = importCallsOf({
  path: '/api/order/v1/import',
  noun: '订单',
  permission: ['order.override'],
  refreshes: [...afterOrder, 'inventory', 'payment'],
  asks: tableNames,
  maxBody: 128 * 1024,
})

export const order = {
  list: read({
    path: '/api/order/v1/list',
    summary: '订单列表',
    permission: ['order.list', 'longOrder.list'],
    input: z.object({ ...paging(), ...listFilter }),
    output: OrderPage,
  }),
  exportList: write({
    operators: false,
    path: '/api/order/v1/export',
    summary: '导出订单',
    permission: ['order.export'],
    changes: false,
    input: z.object({ ...listFilter, ...tableLooks(orderColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  importTemplate: imports.template,
  importCheck: imports.check,
  importConfirm: imports.confirm,
  detail: read({
    path: '/api/order/v1/detail',
    summary: '订单详情',
    permission: ['order.list', 'longOrder.list'],
    input: z.object({ orderId }),
    output: OrderDetail,
    refusals: ['orderNotFound'],
  }),
  contact: write({
    operators: false,
    path: '/api/order/v1/contact',
    summary: '联系客户（完整号码，留痕）',
    permission: ['order.list', 'longOrder.list'],
    repeat: 'natural',
    changes: false,
    input: z.object({ orderId }),
    output: z.object({ phone: z.string() }),
    refusals: ['orderNotFound', 'proofNeeded'],
  }),
  draft: read({
    path: '/api/order/v1/draft',
    summary: '订单草稿',
    permission: ['order.create', 'longOrder.create'],
    input: z.object({ orderId }),
    output: BookingDraft,
    refusals: ['orderNotFound', 'orderStatusRefuses', 'proofNeeded'],
  }),
  create: write({
    operators: false,
    path: '/api/order/v1/create',
    summary: '新建订单、存草稿',
    permission: ['order.create', 'longOrder.create'],
    /** Beyond the credit of the company that rents. */
    twoPerson: ['credit'],
    input: Booking,
    output: z.object({ orderId: out.id, orderNo: z.string(), status: out.code(orderStatuses), version: out.count }),
    refusals: [
      'personBlacklisted',
      'idNumberInvalid',
      'returnBeforePickup',
      'pickupInPast',
      'lengthOutOfRange',
      'channelOrderNoTaken',
      'priceMissing',
      'dateStopped',
      'advanceTooShort',
      'quoteExpired',
      'priceChanged',
      'outOfServiceRange',
      'noVehicleLeft',
      'vehicleTaken',
      'planPending',
    ],
    refreshes: afterOrder,
  }),
  cancel: write({
    operators: false,
    path: '/api/order/v1/cancel',
    summary: '取消订单',
    permission: ['order.cancel', ...bookers],
    twoPerson: ['deduction'],
    input: z
      .object({
        orderId,
        reason: code(cancelReasons, '取消原因'),
        responsibility: code(responsibilities, '责任方'),
        waivePenalty: maybe(Flag),
        note: maybe(text(0, 200, '说明')),
        /** The penalty that the user saw, fen. */
        expectPenalty: fen('违约金'),
        version: maybe(Version),
      })
      .superRefine((asked, ctx) => {
        if (asked.waivePenalty && !asked.note)
          ctx.addIssue({ code: 'custom', path: ['note'], message: '免除违约金请填写说明' })
      }),
    output: z.object({
      status: out.code(orderStatuses),
      penalty: out.fen,
      refund: out.fen,
      /** Part of the refund that was in progress before. */ refunding: out.fen,
      version: out.count,
    }),
    refusals: ['orderStatusRefuses', 'orderAlreadyPickedUp', 'penaltyChanged'],
    refreshes: afterOrder,
  }),
  cancelRule: read({
    path: '/api/order/v1/cancel_rule',
    summary: '取消规则与违约金',
    permission: ['order.cancel', 'order.create', 'longOrder.create'],
    input: z
      .object({ orderId: maybe(orderId), quoteId: maybe(id('报价')) })
      .refine((asked) => asked.orderId !== undefined || asked.quoteId !== undefined, {
        path: ['orderId'],
        message: '请选择订单',
      }),
    output: z.object({
      tiers: z.array(CancelTier),
      /** Index of the tier that applies now; null when cancelling is free. */
      current: out.count.nullable(),
      /** 1 rent of the first day, 2 rent, 3 order total. */
      base: out.count,
      /** At most the rent of this number of days. */
      maxPenaltyDays: out.count,
      minutesToPickup: out.count,
      /** From when a no-show may be confirmed. */
      noShowFrom: out.time,
      paid: out.fen,
      penalty: out.fen,
      refund: out.fen,
      /** Part of the refund that is in progress already, fen. */
      refunding: out.fen,
      /** Part of the penalty that is not covered by payments. */
      receivable: out.fen,
      /** That part may be deducted from the rental deposit before the rest of it is released. */
      penaltyFromDeposit: z.boolean(),
      /** Causes without a penalty. */
      freeReasons: z.array(out.code(cancelReasons)),
      deposits: z.array(
        z.object({ kind: out.code(depositKinds), name: z.string(), amount: out.fen, state: z.string() }),
      ),
    }),
    refusals: ['orderStatusRefuses', 'orderAlreadyPickedUp', 'orderNotFound'],
  }),
  services: read({
    path: '/api/order/v1/service_detail',
    summary: '订单服务项',
    permission: ['order.list', 'longOrder.list'],
    input: z.object({ orderId }),
    output: z.array(
      z.object({
        id: out.id,
        itemType: out.code(orderItemTypes),
        code: z.string(),
        name: z.string(),
        qty: z.number(),
        unit: z.string(),
        unitPrice: out.fen,
        amount: out.fen,
        formula: z.string(),
        /** The used amount so far, and the refund if the rental ended now, fen. */
        used: out.fen,
        refundable: out.fen,
      }),
    ),
    refusals: ['orderNotFound'],
  }),
  updateStatus: write({
    operators: false,
    path: '/api/order/v1/update_status',
    summary: '接单、拒单、改单、重试退款、撤销取还车',
    permission: ['order.confirm', ...mending, 'order.undo', 'order.payment', 'order.override'],
    whileSuspended: true,
    /** A change beyond the credit of the company that rents. */
    twoPerson: ['credit'],
    input: z
      .object({
        orderId,
        /** 3 accepts, 8 refuses (with a reason). */
        status: maybe(code([orderStatus.confirmed, orderStatus.cancelled], '订单状态')),
        action: maybe(word(statusActions, '操作')),
        reason: maybe(text(0, 200, '原因')),
        /** With modify: the quote of the change, whose price the user saw. */
        quoteId: maybe(id('报价')),
        /** With retryRefund: vouchers of a refund by hand. */
        voucherIds: maybe(mediaIds('退款凭证')),
        /** With vouchers: the total to be refunded by hand that the user saw (`refundDue` of the detail), fen. */
        expectAmount: maybe(fen('退款金额', 1)),
        ...paidBackBy,
        version: maybe(Version),
      })
      .superRefine((asked, ctx) => {
        if ((asked.status === undefined) === (asked.action === undefined))
          ctx.addIssue({ code: 'custom', path: ['status'], message: '请选择一项操作' })
        if (asked.status === orderStatus.cancelled && !asked.reason)
          ctx.addIssue({ code: 'custom', path: ['reason'], message: '请填写拒单原因' })
        if ((asked.action === 'undoPickup' || asked.action === 'undoReturn') && !asked.reason)
          ctx.addIssue({ code: 'custom', path: ['reason'], message: '请填写撤销原因' })
        if (asked.action === 'modify' && asked.quoteId === undefined)
          ctx.addIssue({ code: 'custom', path: ['quoteId'], message: '请先计算改单后的价格' })
      }),
    output: z.object({
      status: out.code(orderStatuses),
      version: out.count,
      /** Plate of the car that a modified order lost. */
      letGo: z.string().nullable(),
    }),
    refusals: [
      'orderStatusRefuses',
      'undoExpired',
      'undoFollowed',
      'quoteExpired',
      'priceChanged',
      ...tripRefusals,
      'vehicleTaken',
      'noVehicleLeft',
      'planPending',
      'beyondRefundable',
      'amountWrong',
      'payWayClosed',
    ],
    refreshes: [...afterOrder, 'pickupReturn.task'],
  }),
  periodPreview: read({
    path: '/api/order/v1/period/preview',
    summary: '调整租期预览',
    permission: mending,
    input: z.object(newPeriod),
    output: PeriodPrice,
    refusals: ['orderNotFound', ...periodRefusals],
  }),
  movePeriod: write({
    operators: false,
    path: '/api/order/v1/period/move',
    summary: '调整租期',
    permission: mending,
    twoPerson: ['credit'],
    input: z.object({
      ...newPeriod,
      /** The total that the user saw, fen. */
      expectTotal: fen('订单总额'),
      version: maybe(Version),
    }),
    output: z.object({ version: out.count, total: out.fen, owed: out.fen }),
    refusals: ['orderNotFound', ...periodRefusals, 'priceChanged', 'vehicleTaken', 'noVehicleLeft', 'planPending'],
    refreshes: [...afterOrder, 'pickupReturn.task'],
  }),
  changeCustomer: write({
    operators: false,
    path: '/api/order/v1/customer/change',
    summary: '修改客户',
    permission: mending,
    input: z.object({
      orderId,
      contactName: text(1, 60, '客户姓名', '请填写客户姓名'),
      contactPhone: ContactPhone,
      /** Co-drivers, and assigned delivery drivers, remain for the new customer. */
      keepCodrivers: maybe(flag('应为是或否', '保留同行驾驶人')),
      keepDrivers: maybe(flag('应为是或否', '保留司机指派')),
      version: maybe(Version),
    }),
    output: z.object({ version: out.count }),
    refusals: ['orderNotFound', 'orderStatusRefuses', 'personBlacklisted'],
    refreshes: [...afterOrder, 'pickupReturn.task'],
  }),
  remarks: read({
    path: '/api/order/v1/remark/list',
    summary: '订单备注',
    permission: ['order.remark'],
    input: z.object({ orderId, ...paging() }),
    output: out.page(RemarkView),
    refusals: ['orderNotFound'],
  }),
  saveRemark: write({
    operators: true,
    path: '/api/order/v1/remark/save',
    summary: '添加备注',
    permission: ['order.remark'],
    input: z.object({
      orderId,
      content: text(1, 500, '备注内容', '请输入备注内容'),
      photoIds: maybe(mediaIds('照片', 9)),
      topFlag: maybe(Flag),
    }),
    output: z.object({ id: out.id }),
    refusals: ['orderNotFound'],
    refreshes: ['overview.home'],
  }),
  driving: read({
    path: '/api/order/v1/driving',
    summary: '行驶数据',
    permission: ['vehicleControl.track'],
    input: z.object({ orderId }),
    /** How the cars of the order were driven, where its contract says that this is summed up. */
    output: z.object({
      agreed: z.boolean(),
      /** null: not agreed, the devices told nothing, or it is no longer kept. */
      driving: z
        .object({
          metres: out.count,
          movingS: out.count,
          /** The longest drive without a pause of twenty minutes. */
          longestMs: out.count,
          /** Tenths of km/h; `limit`: from which speeding was counted. */
          fastest: out.count,
          limit: out.count,
          speedings: out.count,
          brakings: out.count,
        })
        .nullable(),
    }),
    refusals: ['orderNotFound'],
  }),
  log: read({
    path: '/api/order/v1/log/list',
    summary: '操作记录',
    permission: ['order.list', 'longOrder.list'],
    input: z.object({ orderId, ...paging() }),
    output: out.page(LogRow),
    refusals: ['orderNotFound'],
  }),
}
