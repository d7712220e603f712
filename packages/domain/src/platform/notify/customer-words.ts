import { formatMoney } from '../../money.ts'
import { deadlineText, formatLocal, type Instant } from '../../time.ts'
import { displayPlate } from '../check/plate.ts'
import type { CustomerWords } from './customer-text.ts'

/* What customers are sent, in Chinese. The file in traditional characters is written from this one. */

/** Longer lists are cut by mobile networks. */
const MOST_NAMED = 8

const minute = (t: Instant): string => formatLocal(t, 'MM月DD日HH:mm')

const messages: CustomerWords['messages'] = {
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
  pickupReminder: (o, s, { documentsUrl }) => {
    const first = documentsUrl === null ? '' : `请提前在此上传证件照片：${documentsUrl} ，`
    return `您预订的${o.plate === null ? s.model : `${s.model}（${o.plate}）`}将于${minute(o.pickupAt)}在${s.store}取车，${first}请携带身份证和驾驶证原件。`
  },
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

const life = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60}小时` : `${minutes}分钟`)

const links: CustomerWords['links'] = {
  sign: ({ title, no, url, minutes }) => `请签署${title}（${no}）：${url} ，${life(minutes)}内有效。`,
  visit: ({ type, orderNo, url }) =>
    `请在此自助${type === 0 ? '取车' : '还车'}（订单${orderNo}）：${url} ，打开后用本机验证码验证。`,
  violation: ({ orderNo, url }) => `请在此查看并处理订单${orderNo}的违章：${url} ，打开后用本机验证码验证。`,
  pay: ({ deposit, orderNo, name, url, minutes }) =>
    `请${deposit ? '办理' : '支付'}订单${orderNo}的${name}：${url} ，${life(minutes)}内有效。`,
}

export const chinese: CustomerWords = {
  messages,
  links,
  letter: (name, text, phone) => `${name}您好，${text}${phone === null ? '' : `门店电话${phone}。`}`,
}
