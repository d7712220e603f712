import { formatMoney } from '../../money.ts'
import { deadlineText, type Instant, startOfDate } from '../../time.ts'
import { displayPlate } from '../check/plate.ts'
import type { CustomerWords } from './customer-text.ts'

/* What customers are sent, in English. Names of cars, stores, people and offences stay as they are. */

/** Longer lists are cut by mobile networks. */
const MOST_NAMED = 8

const zone = { timeZone: 'Asia/Shanghai', day: 'numeric', month: 'short' } as const
const minute = (t: Instant): string =>
  new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' }).format(t)
const dayOf = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { ...zone, year: 'numeric' }).format(startOfDate(date))
const clock = (t: Instant): string => minute(t).slice(-5)
/** The last moment to act: `2 Dec 2026, 24:00`. */
const deadlineOf = (t: Instant): string => {
  const [day = '', time = ''] = deadlineText(t, 'YYYY-MM-DD').split(' ')
  return `${dayOf(day)}, ${time}`
}

const names: Readonly<Record<string, string>> = {
  租金: 'rent',
  租车押金: 'rental deposit',
  违章押金: 'violation deposit',
  续租费用: 'renewal',
  还车结算: 'settlement of the return',
  违章费用: 'traffic violation',
  车损费用: 'damage',
}
const nameOf = (name: string): string => names[name] ?? name

const papers = 'Please bring your ID or passport and your driving licence.'
const points = (n: number): string => (n === 1 ? '1 point' : `${n} points`)
const fineOf = (fine: number | null): string => (fine === null ? 'fine not decided yet' : `fine ${formatMoney(fine)}`)

const messages: CustomerWords['messages'] = {
  confirmed: (o, s) =>
    `your booking of ${s.model} is confirmed: pickup ${minute(o.pickupAt)} at ${s.store}, return ${minute(o.returnAt)} at ${s.returnStore}, order ${o.orderNo}. ${papers} `,
  awaitingPayment: (o, s) => {
    const owes =
      o.prepayFen === null
        ? `${formatMoney(o.totalFen)} is to be paid`
        : `a prepayment of ${formatMoney(o.prepayFen)} is to be paid, the remaining ${formatMoney(o.totalFen - o.prepayFen)} at the pickup`
    const until =
      o.payDeadline === null ? 'as soon as possible' : `before ${clock(o.payDeadline)}, or the order is cancelled`
    return `for your booking of ${s.model} (order ${o.orderNo}) ${owes}, ${until}. `
  },
  pickupReminder: (o, s, { documentsUrl }) => {
    const first = documentsUrl === null ? '' : `Please send pictures of your documents before: ${documentsUrl} . `
    return `your pickup of ${o.plate === null ? s.model : `${s.model} (${o.plate})`} is on ${minute(o.pickupAt)} at ${s.store}. ${first}${papers} `
  },
  returnReminder: (o, s) =>
    `please return ${o.plate ?? s.model} on ${minute(o.returnAt)} at ${s.returnStore}. Call the store in time to keep it longer. `,
  overdue: (o, s) =>
    `${o.plate ?? s.model} was to be returned on ${minute(o.returnAt)}. Please return it soon or call the store; late returns are charged. `,
  instalmentDue: (o, s, f) =>
    `rent ${f.seq} of ${o.plate ?? s.model} (order ${o.orderNo}), ${formatMoney(f.amount)}, is due on ${dayOf(f.dueOn)}. `,
  instalmentLate: (o, s, { seq, daysLate, amount, lateFee }) => {
    const fee = lateFee > 0 ? ` (late fee ${formatMoney(lateFee)} included)` : ''
    return `rent ${seq} of ${o.plate ?? s.model} (order ${o.orderNo}) is ${daysLate} ${daysLate === 1 ? 'day' : 'days'} late. Please pay ${formatMoney(amount)}${fee} soon. `
  },
  driverAssigned: (_, s, f) =>
    `${f.name} (${f.phone}) comes for ${s.model} on ${minute(f.at)}. Please keep your phone on. `,
  driverArrived: (o, s, f) =>
    `${f.name} (${f.phone}) has arrived at ${f.place} to ${f.type === 0 ? 'bring' : 'collect'} ${o.plate ?? s.model}. Please go there. `,
  selfChecked: (o, s, { type, pass }) =>
    pass
      ? `the store has accepted your ${type === 0 ? 'pickup' : 'return'} (order ${o.orderNo}). Please go back to the page. `
      : `some photos of your ${type === 0 ? 'pickup' : 'return'} (order ${o.orderNo}) are needed again. Please go back to the page; for questions contact ${s.store}. `,
  violationFound: (o, s, f) => {
    const one = `${o.plate ?? s.model} (order ${o.orderNo}), ${minute(f.at)}${f.place === '' ? '' : `, ${f.place}`}`
    const until = f.deadline === null ? 'as soon as possible' : `before ${deadlineOf(f.deadline)}`
    return f.refused === null
      ? `traffic violation with ${one}: ${f.act}, ${fineOf(f.fine)}, ${points(f.points)}. Please settle it in the app 12123 ${until} and upload the proof: ${f.url} (opens with a code to this phone). `
      : `your proof for the violation with ${one} was not accepted: ${f.refused}. Please upload another one ${until}: ${f.url} (opens with a code to this phone). `
  },
  violationsFound: (_, s, { cases, deadline, url }) => {
    const named = cases
      .slice(0, MOST_NAMED)
      .map(
        ({ at, plate, act, fine, points: n }) =>
          `${minute(at)} ${displayPlate(plate)} ${act}, ${fineOf(fine)}, ${points(n)}`,
      )
    const rest = cases.length > MOST_NAMED ? '; the others behind the link' : ''
    return `${cases.length} traffic violations during your rental at ${s.store}: ${named.join('; ')}${rest}. Please settle them in the app 12123 before ${deadlineOf(deadline)} and upload the proof of each: ${url} (opens with a code to this phone). `
  },
  depositDeducted: (o, _, f) =>
    `${formatMoney(f.amount)} is taken from the ${nameOf(f.deposit)} of order ${o.orderNo}: ${f.reason}. For questions contact the store. `,
  depositReleased: (o, _, f) =>
    `the ${nameOf(f.deposit)} of order ${o.orderNo}, ${formatMoney(f.amount)}, has been given back. `,
  cancelled: (o, s, f) => {
    const penalty = f.penalty > 0 ? `, penalty ${formatMoney(f.penalty)}` : ''
    const refund = f.refund > 0 ? `, ${formatMoney(f.refund)} is paid back` : ''
    return `your booking of ${s.model} (order ${o.orderNo}) is cancelled${penalty}${refund}. `
  },
  modified: (o, s, f) => {
    const rental = `${s.model} (order ${o.orderNo})`
    const back = `${minute(o.returnAt)} at ${s.returnStore}`
    if (f.what === 'taken') return `order ${o.orderNo} is now of somebody else; you need not come for it. `
    if (f.what === 'renewed') return `your return of ${rental} is now on ${back}, total ${formatMoney(o.totalFen)}. `
    if (f.what === 'lapsed')
      return `the renewal of ${rental} was not paid and is cancelled. Please return the car before ${back}. `
    if (f.what === 'terminated')
      return `the early end of your rental of ${rental} is agreed: return it before ${back}. The settlement says what it costs. `
    if (f.what === 'goesOn')
      return `your rental of ${rental} goes on: return on ${back}, and the rent is due as planned before. `
    const stay = `pickup ${minute(o.pickupAt)} at ${s.store}, return ${back}, total ${formatMoney(o.totalFen)}`
    return f.what === 'given'
      ? `${s.model} is booked for you: ${stay}, order ${o.orderNo}. ${papers} `
      : `your booking of ${rental} was changed: ${stay}. `
  },
  refunded: (o, _, f) => `${formatMoney(f.amount)} of order ${o.orderNo} has been paid back. `,
}

const life = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`)

const links: CustomerWords['links'] = {
  sign: ({ no, url, minutes }) => `Please sign the contract (${no}): ${url} , valid for ${life(minutes)}.`,
  visit: ({ type, orderNo, url }) =>
    `Please ${type === 0 ? 'pick up' : 'return'} your car here (order ${orderNo}): ${url} (opens with a code to this phone).`,
  violation: ({ orderNo, url }) =>
    `Please settle the traffic violation of order ${orderNo} here: ${url} (opens with a code to this phone).`,
  pay: ({ orderNo, name, url, minutes }) =>
    `Please pay the ${nameOf(name)} of order ${orderNo}: ${url} , valid for ${life(minutes)}.`,
}

export const english: CustomerWords = {
  messages,
  links,
  letter: (name, text, phone) => `Dear ${name}, ${text}${phone === null ? '' : `Store: ${phone}`}`.trimEnd(),
}
