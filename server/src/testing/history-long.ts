import { contract } from '@cheyi/contract/index'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { addDays, addMonths, DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { History, Who } from './history.ts'
import { part, pick, type Step, take } from './history-acts.ts'
import { customerPays } from './history-online.ts'

/* Steps of a history: rentals by the month, their instalments, their end. */

interface Row {
  readonly id: string
  readonly seq: number
  readonly dueDate: string
  readonly plannedDate: string
  readonly open: number
  readonly feeOpen: number
}

async function openRows(h: History, orderId: string, who: Who): Promise<Row[]> {
  const { success, data } = await h.send(contract.instalment.list, { orderId }, who)
  return success ? (data as { rows: Row[] }).rows.filter(({ open, feeOpen }) => open + feeOpen > 0) : []
}

/** A trip of some months, by a term or an end date, paid monthly or quarterly. */
function months(h: History, share: number) {
  const pickupAt = h.t.clock.now() + (share % 3) * DAY + 2 * HOUR
  const termMonths = 1 + (share % 4)
  const end = startOfDate(addDays(addMonths(localDate(pickupAt), termMonths), share % 13)) + 10 * HOUR
  return {
    ...{ orderKind: orderKind.long, modelId: h.w.models.lavida, pickupAt },
    ...(share % 5 === 0 ? { returnAt: end } : { returnAt: undefined, termMonths }),
    ...(share % 4 === 0 ? { payInterval: 3 as const } : {}),
    ...(share % 7 === 0 ? { total: 1_000_000 + share * 1_000 } : {}),
  }
}

export const longSteps = {
  bookLong: (h, _, share, who) =>
    take(
      h,
      share,
      who,
      { orderKind: orderKind.long, ...(share % 9 === 0 && { payMode: payMode.onlineIn }) },
      months(h, share),
    ),
  /** The next open row, all of it or a part; at times a later one, or too much. */
  async payRow(h, orderId, share, who) {
    const rows = await openRows(h, orderId, who)
    const row = share % 8 === 0 ? rows.at(-1) : rows[0]
    if (row === undefined) return
    const all = row.open + row.feeOpen
    const amount = share % 3 ? all : part(all, share)
    const waived = share % 11 === 0 ? { waiveLateFee: true, waiveReason: '老客户' } : {}
    const way = share % 2 ? payWay.cash : payWay.bank
    await h.send(contract.instalment.pay, { instalmentId: row.id, amount, payMode: 2, payWay: way, ...waived }, who)
  },
  /** By a code of its own, which its customer pays now or later. */
  async payRowOnline(h, orderId, share, who) {
    const [row] = await openRows(h, orderId, who)
    if (row === undefined) return
    const asked = { orderId, payKind: payKind.instalment, refId: row.id, amount: row.open + row.feeOpen }
    await h.send(contract.payment.collect, { ...asked, payWay: share % 2 ? payWay.wechat : payWay.alipay }, who)
    if (share % 3) await customerPays(h, orderId, share)
  },
  async postponeRow(h, orderId, share, who) {
    const [row] = await openRows(h, orderId, who)
    if (row === undefined) return
    await h.send(
      contract.instalment.postpone,
      { instalmentId: row.id, dueDate: addDays(row.plannedDate, share % 18) },
      who,
    )
  },
  /** The next due date comes, or some days more; the job of its morning runs, or is late. */
  async monthOn(h, orderId, share) {
    const { rows } = await h.t.root.query(
      `select to_char(next_due_on, 'YYYY-MM-DD') as due from "order" where id = $1 and next_due_on is not null`,
      [orderId],
    )
    const day = rows[0]?.due ?? addDays(localDate(h.t.clock.now()), 20)
    const at = startOfDate(addDays(day, pick([0, 0, 1, 5, 40], share)!)) + HOUR
    h.t.clock.set(Math.max(h.t.clock.now(), at))
    if (share % 6) await h.run('instalment')
    if (share % 3 === 0) await h.run('monthEnd')
    if (share % 4 === 0) await h.run('instalmentReminder')
  },
  async endAgreed(h, orderId, share, who) {
    const endOn = addDays(localDate(h.t.clock.now()), share % 33)
    const asked = { orderId, endOn, merchantCause: share % 4 === 0 }
    const { success, data } = await h.send(contract.instalment.terminatePreview, asked, who)
    if (!success) return
    const { owed } = data as { owed: number }
    const expectAmount = share % 10 === 0 ? owed + 1 : owed
    await h.send(contract.instalment.terminate, { ...asked, reason: '客户换车', expectAmount }, who)
  },
  /** Whatever end was agreed is taken back, in time or not. */
  async withdrawEnd(h, orderId, _, who) {
    await h.send(contract.instalment.withdrawEnd, { orderId, reason: '客户继续租用' }, who)
  },
  async renewLong(h, orderId, share, who) {
    const { status, returnAt } = await h.facts(orderId)
    if (!isOnRent(status)) return
    const end = addMonths(localDate(returnAt), 1 + (share % 2))
    const newReturnAt = startOfDate(share % 3 === 0 ? addDays(end, share % 20) : end) + 10 * HOUR
    const priced = await h.send(contract.renewal.price, { orderId, newReturnAt }, who)
    if (!priced.success) return
    const { quoteId } = priced.data as { quoteId: string }
    const paid = share % 3 === 0 ? { payWay: payWay.cash } : share % 3 === 1 ? { payMode: payMode.onlineIn } : {}
    await h.send(contract.renewal.create, { orderId, quoteId, ...paid }, who)
  },
  /** Another term, begin, interval or price, before its pickup. */
  async modifyLong(h, orderId, share, who) {
    const { status, pickupAt, modelId } = await h.facts(orderId)
    if (status > orderStatus.arranged) return
    const quoted = await h.send(
      contract.quote.quote,
      {
        ...{ orderId, orderKind: orderKind.long, storeId: h.w.stores.hongqiao, modelId },
        pickupAt: pickupAt + (share % 4) * DAY,
        termMonths: 1 + (share % 5),
        ...(share % 2 ? { payInterval: 3 as const } : {}),
        ...(share % 3 ? { monthlyPrice: 400_000 + share * 100 } : {}),
      },
      who,
    )
    if (!quoted.success) return
    const { quoteId } = quoted.data as { quoteId: string }
    await h.send(contract.order.updateStatus, { orderId, action: 'modify', quoteId }, who)
  },
} satisfies Record<string, Step>
