import { formatMoney } from '../../money.ts'
import {
  DAY,
  deadlineText,
  formatLocal,
  HOUR,
  type Instant,
  type LocalDate,
  localDate,
  startOfDate,
} from '../../time.ts'
import { displayPlate } from '../check/plate.ts'
import type { CustomerMessage } from './customer.ts'

/* Texts of messages to customers. The vendor adds the sender's signature in front. */

/** Facts of a message besides the order. Amounts in fen; `ref` distinguishes events of the same kind, so that each is sent once. */
export interface MessageFacts {
  readonly confirmed: object
  readonly awaitingPayment: object
  readonly pickupReminder: object
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

/** Longer lists are cut by mobile networks. */
const MOST_NAMED = 8

const minute = (t: Instant): string => formatLocal(t, 'MM月DD日HH:mm')

const texts: {
  readonly [K in MessageKind]: (order: TextedOrder, scene: TextedScene, facts: MessageFacts[K]) => string
} = {
  confirmed: (o, s) =>
    `您预订的${s.model}已确认：${minute(o.pickupAt)}在${s.store}取车，${minute(o.returnAt)}在${s.returnStore}还车，订单号${o.orderNo}。请携带身份证和驾驶证原件。`,
  awaitingPayment: (o, s) => {
    const deadline = o.payDeadline
    const owes =
      o.prepayFen === null
        ? `待支付${formatMoney(o.totalFen)}`
        : `待支付预付款${formatMoney(o.prepayFen)}，尾款${formatMoney(o.totalFen - o.prepayFen)}取车时付`
    const until = deadline === null ? '请尽快支付' : `请在${formatLocal(deadline, 'HH:mm')}前支付，逾期订单自动取消`
    return `您预订的${s.model}（订单号${o.orderNo}）${owes}，${until}。`
  },
  pickupReminder: (o, s) =>
    `您预订的${o.plate === null ? s.model : `${s.model}（${o.plate}）`}将于${minute(o.pickupAt)}在${s.store}取车，请携带身份证和驾驶证原件。`,
  returnReminder: (o, s) =>
    `您租用的${o.plate ?? s.model}应于${minute(o.returnAt)}在${s.returnStore}还车，如需续租请提前联系门店。`,
  overdue: (o, s) =>
    `您租用的${o.plate ?? s.model}已超过${minute(o.returnAt)}的还车时间，请尽快还车或联系门店续租，超时将产生费用。`,
  instalmentDue: (o, s, f) =>
    `您租用的${o.plate ?? s.model}（订单号${o.orderNo}）第${f.seq}期租金${formatMoney(f.amount)}将于${f.dueOn}到期，请按时支付。`,
  instalmentLate: (o, s, { seq, daysLate, amount, lateFee }) => {
    const fee = lateFee > 0 ? `（含逾期违约金${formatMoney(lateFee)}）` : ''
    return `您租用的${o.plate ?? s.model}（订单号${o.orderNo}）第${seq}期租金已逾期${daysLate}天，待支付${formatMoney(amount)}${fee}，请尽快支付。`
  },
  driverAssigned: (_, s, f) => `${f.name}（${f.phone}）将于${minute(f.at)}为您送取${s.model}，请保持电话畅通。`,
  driverArrived: (o, s, f) =>
    `${f.name}（${f.phone}）已到达${f.place}，${f.type === 0 ? `为您送来${o.plate ?? s.model}` : `来取您租用的${o.plate ?? s.model}`}，请前往交接。`,
  selfChecked: (o, s, f) =>
    f.pass
      ? `订单${o.orderNo}的自助${f.type === 0 ? '取车' : '还车'}已通过验车，请回到办理页面查看${f.type === 0 ? '取车说明' : '结果'}。`
      : `订单${o.orderNo}的照片需要补拍，请回到自助${f.type === 0 ? '取车' : '还车'}页面按提示补拍，有疑问请联系${s.store}。`,
  violationFound: (o, s, f) => {
    const one = `您租用的${o.plate ?? s.model}（订单号${o.orderNo}）于${minute(f.at)}${f.place === '' ? '' : `在${f.place}`}`
    const until = f.deadline === null ? '请尽快' : `请在${deadlineText(f.deadline, 'MM月DD日')} 前`
    return f.refused === null
      ? `${one}有一条违章：${f.act}，${f.fine === null ? '罚款待裁决' : `罚款${formatMoney(f.fine)}`}，记${f.points}分。${until}通过交管12123（租车违法处理）处理，并在此上传凭证：${f.url} ，打开后用本机验证码验证。`
      : `${one}的违章，您上传的处理凭证未通过：${f.refused}。${until}在此重新上传：${f.url} ，打开后用本机验证码验证。`
  },
  violationsFound: (_, s, { cases, deadline, url }) => {
    const named = cases
      .slice(0, MOST_NAMED)
      .map(
        ({ at, plate, act, fine, points }) =>
          `${minute(at)} ${displayPlate(plate)} ${act}，${fine === null ? '罚款待裁决' : formatMoney(fine)}，记${points}分`,
      )
    const rest = cases.length > MOST_NAMED ? '；其余见链接' : ''
    return `您在${s.store}租车期间有${cases.length}条违章：${named.join('；')}${rest}。请在${deadlineText(deadline, 'MM月DD日')} 前通过交管12123（租车违法处理）处理，并在此逐条上传凭证：${url} ，打开后用本机验证码验证。`
  },
  depositDeducted: (o, _, f) =>
    `订单${o.orderNo}将从${f.deposit}中扣款${formatMoney(f.amount)}，原因：${f.reason}。如有疑问请联系门店。`,
  depositReleased: (o, _, f) => `订单${o.orderNo}的${f.deposit}${formatMoney(f.amount)}已退还，请注意查收。`,
  cancelled: (o, s, f) => {
    const penalty = f.penalty > 0 ? `，违约金${formatMoney(f.penalty)}` : ''
    const refund = f.refund > 0 ? `，将退还${formatMoney(f.refund)}` : ''
    return `您预订的${s.model}（订单号${o.orderNo}）已取消${penalty}${refund}。`
  },
  modified: (o, s, f) => {
    if (f.what === 'taken') return `您的订单${o.orderNo}已改由他人使用，您无需再到店取车。`
    if (f.what === 'renewed')
      return `您租用的${s.model}（订单号${o.orderNo}）还车时间已改为${minute(o.returnAt)}，在${s.returnStore}还车，总额${formatMoney(o.totalFen)}。`
    if (f.what === 'lapsed')
      return `您租用的${s.model}（订单号${o.orderNo}）续租未付款，已取消，请于${minute(o.returnAt)}前在${s.returnStore}还车。`
    if (f.what === 'terminated')
      return `您租用的${s.model}（订单号${o.orderNo}）已约定提前退租，请于${minute(o.returnAt)}前在${s.returnStore}还车，费用以还车结算为准。`
    if (f.what === 'goesOn')
      return `您租用的${s.model}（订单号${o.orderNo}）不再提前退租，还车时间恢复为${minute(o.returnAt)}，在${s.returnStore}还车，后续租金按原付款计划支付。`
    const stay = `${minute(o.pickupAt)}在${s.store}取车，${minute(o.returnAt)}在${s.returnStore}还车，总额${formatMoney(o.totalFen)}`
    return f.what === 'given'
      ? `${s.model}已为您预订：${stay}，订单号${o.orderNo}。请携带身份证和驾驶证原件。`
      : `您预订的${s.model}（订单号${o.orderNo}）已修改：${stay}。`
  },
  refunded: (o, _, f) => `订单${o.orderNo}的退款${formatMoney(f.amount)}已退还，请注意查收。`,
}

export function customerText<K extends MessageKind>(
  kind: K,
  order: TextedOrder,
  scene: TextedScene,
  facts: MessageFacts[K],
): string {
  const phone = scene.storePhone === null ? '' : `门店电话${scene.storePhone}。`
  const shown = { ...order, plate: order.plate === null ? null : displayPlate(order.plate) }
  return `${order.contactName}您好，${texts[kind](shown, scene, facts)}${phone}`
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
  return customerText(kind, order, scene, exampleFacts(pickupAt)[kind])
}

const exampleFacts = (pickupAt: Instant): { readonly [K in CustomerMessage]: MessageFacts[K] } => ({
  confirmed: {},
  awaitingPayment: {},
  pickupReminder: {},
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
