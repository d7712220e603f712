// Written by web/src/build/traditional-words.ts from customer-words.ts. Do not edit.
import { formatMoney } from '../../money.ts'
import { deadlineText, formatLocal, type Instant } from '../../time.ts'
import { displayPlate } from '../check/plate.ts'
import type { CustomerWords } from './customer-text.ts'

/** Longer lists are cut by mobile networks. */
const MOST_NAMED = 8

const minute = (t: Instant): string => formatLocal(t, 'MM月DD日HH:mm')

const messages: CustomerWords['messages'] = {
  confirmed: (o, s) =>
    `您預訂的${s.model}已確認：${minute(o.pickupAt)}在${s.store}取車，${minute(o.returnAt)}在${s.returnStore}還車，訂單號${o.orderNo}。請攜帶身份證和駕駛證原件。`,
  awaitingPayment: (o, s) => {
    const deadline = o.payDeadline
    const owes =
      o.prepayFen === null
        ? `待支付${formatMoney(o.totalFen)}`
        : `待支付預付款${formatMoney(o.prepayFen)}，尾款${formatMoney(o.totalFen - o.prepayFen)}取車時付`
    const until = deadline === null ? '請儘快支付' : `請在${formatLocal(deadline, 'HH:mm')}前支付，逾期訂單自動取消`
    return `您預訂的${s.model}（訂單號${o.orderNo}）${owes}，${until}。`
  },
  pickupReminder: (o, s, { documentsUrl }) => {
    const first = documentsUrl === null ? '' : `請提前在此上載證件相片：${documentsUrl} ，`
    return `您預訂的${o.plate === null ? s.model : `${s.model}（${o.plate}）`}將於${minute(o.pickupAt)}在${s.store}取車，${first}請攜帶身份證和駕駛證原件。`
  },
  returnReminder: (o, s) =>
    `您租用的${o.plate ?? s.model}應於${minute(o.returnAt)}在${s.returnStore}還車，如需續租請提前聯繫門店。`,
  overdue: (o, s) =>
    `您租用的${o.plate ?? s.model}已超過${minute(o.returnAt)}的還車時間，請儘快還車或聯繫門店續租，超時將產生費用。`,
  instalmentDue: (o, s, f) =>
    `您租用的${o.plate ?? s.model}（訂單號${o.orderNo}）第${f.seq}期租金${formatMoney(f.amount)}將於${f.dueOn}到期，請按時支付。`,
  instalmentLate: (o, s, { seq, daysLate, amount, lateFee }) => {
    const fee = lateFee > 0 ? `（含逾期違約金${formatMoney(lateFee)}）` : ''
    return `您租用的${o.plate ?? s.model}（訂單號${o.orderNo}）第${seq}期租金已逾期${daysLate}天，待支付${formatMoney(amount)}${fee}，請儘快支付。`
  },
  driverAssigned: (_, s, f) => `${f.name}（${f.phone}）將於${minute(f.at)}為您送取${s.model}，請保持電話暢通。`,
  driverArrived: (o, s, f) =>
    `${f.name}（${f.phone}）已到達${f.place}，${f.type === 0 ? `為您送來${o.plate ?? s.model}` : `來取您租用的${o.plate ?? s.model}`}，請前往交接。`,
  selfChecked: (o, s, f) =>
    f.pass
      ? `訂單${o.orderNo}的自助${f.type === 0 ? '取車' : '還車'}已通過驗車，請回到辦理頁面查看${f.type === 0 ? '取車説明' : '結果'}。`
      : `訂單${o.orderNo}的相片需要補拍，請回到自助${f.type === 0 ? '取車' : '還車'}頁面按提示補拍，有疑問請聯繫${s.store}。`,
  violationFound: (o, s, f) => {
    const one = `您租用的${o.plate ?? s.model}（訂單號${o.orderNo}）於${minute(f.at)}${f.place === '' ? '' : `在${f.place}`}`
    const until = f.deadline === null ? '請儘快' : `請在${deadlineText(f.deadline, 'MM月DD日')} 前`
    return f.refused === null
      ? `${one}有一條違章：${f.act}，${f.fine === null ? '罰款待裁決' : `罰款${formatMoney(f.fine)}`}，記${f.points}分。${until}通過交管12123（租車違法處理）處理，並在此上載憑證：${f.url} ，打開後用本機驗證碼驗證。`
      : `${one}的違章，您上載的處理憑證未通過：${f.refused}。${until}在此重新上載：${f.url} ，打開後用本機驗證碼驗證。`
  },
  violationsFound: (_, s, { cases, deadline, url }) => {
    const named = cases
      .slice(0, MOST_NAMED)
      .map(
        ({ at, plate, act, fine, points }) =>
          `${minute(at)} ${displayPlate(plate)} ${act}，${fine === null ? '罰款待裁決' : formatMoney(fine)}，記${points}分`,
      )
    const rest = cases.length > MOST_NAMED ? '；其餘見鏈接' : ''
    return `您在${s.store}租車期間有${cases.length}條違章：${named.join('；')}${rest}。請在${deadlineText(deadline, 'MM月DD日')} 前通過交管12123（租車違法處理）處理，並在此逐條上載憑證：${url} ，打開後用本機驗證碼驗證。`
  },
  depositDeducted: (o, _, f) =>
    `訂單${o.orderNo}將從${f.deposit}中扣款${formatMoney(f.amount)}，原因：${f.reason}。如有疑問請聯繫門店。`,
  depositReleased: (o, _, f) => `訂單${o.orderNo}的${f.deposit}${formatMoney(f.amount)}已退還，請注意查收。`,
  cancelled: (o, s, f) => {
    const penalty = f.penalty > 0 ? `，違約金${formatMoney(f.penalty)}` : ''
    const refund = f.refund > 0 ? `，將退還${formatMoney(f.refund)}` : ''
    return `您預訂的${s.model}（訂單號${o.orderNo}）已取消${penalty}${refund}。`
  },
  modified: (o, s, f) => {
    if (f.what === 'taken') return `您的訂單${o.orderNo}已改由他人使用，您無需再到店取車。`
    if (f.what === 'renewed')
      return `您租用的${s.model}（訂單號${o.orderNo}）還車時間已改為${minute(o.returnAt)}，在${s.returnStore}還車，總額${formatMoney(o.totalFen)}。`
    if (f.what === 'lapsed')
      return `您租用的${s.model}（訂單號${o.orderNo}）續租未付款，已取消，請於${minute(o.returnAt)}前在${s.returnStore}還車。`
    if (f.what === 'terminated')
      return `您租用的${s.model}（訂單號${o.orderNo}）已約定提前退租，請於${minute(o.returnAt)}前在${s.returnStore}還車，費用以還車結算為準。`
    if (f.what === 'goesOn')
      return `您租用的${s.model}（訂單號${o.orderNo}）不再提前退租，還車時間恢復為${minute(o.returnAt)}，在${s.returnStore}還車，後續租金按原付款計劃支付。`
    const stay = `${minute(o.pickupAt)}在${s.store}取車，${minute(o.returnAt)}在${s.returnStore}還車，總額${formatMoney(o.totalFen)}`
    return f.what === 'given'
      ? `${s.model}已為您預訂：${stay}，訂單號${o.orderNo}。請攜帶身份證和駕駛證原件。`
      : `您預訂的${s.model}（訂單號${o.orderNo}）已修改：${stay}。`
  },
  refunded: (o, _, f) => `訂單${o.orderNo}的退款${formatMoney(f.amount)}已退還，請注意查收。`,
}

const life = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60}小時` : `${minutes}分鐘`)

const links: CustomerWords['links'] = {
  sign: ({ title, no, url, minutes }) => `請簽署${title}（${no}）：${url} ，${life(minutes)}內有效。`,
  visit: ({ type, orderNo, url }) =>
    `請在此自助${type === 0 ? '取車' : '還車'}（訂單${orderNo}）：${url} ，打開後用本機驗證碼驗證。`,
  violation: ({ orderNo, url }) => `請在此查看並處理訂單${orderNo}的違章：${url} ，打開後用本機驗證碼驗證。`,
  pay: ({ deposit, orderNo, name, url, minutes }) =>
    `請${deposit ? '辦理' : '支付'}訂單${orderNo}的${name}：${url} ，${life(minutes)}內有效。`,
}

export const traditional: CustomerWords = {
  messages,
  links,
  letter: (name, text, phone) => `${name}您好，${text}${phone === null ? '' : `門店電話${phone}。`}`,
}
