import { contract } from '@cheyi/contract/index'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { invoiceKind, invoiceStatus as s } from '@cheyi/domain/money/invoice/invoice'
import { payKind, payMode, payWay, reimbursementKind } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons } from '@cheyi/domain/money/reimbursement/codes'
import { describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant({ cars: 60, other: true, poolSize: 8 })

const { save, issue, reverse, withdraw, list, detail, ofOrders } = contract.invoice
type Who = 'owner' | 'manager' | 'clerk' | 'finance'
const by = (who: Who) => ({ token: w.tokens[who] })
const title = '云途科技有限公司'
let serial = 0
const number = () => `2631700000001${String(++serial).padStart(7, '0')}`
const day = '2026-11-20'

async function paidOrder() {
  const order = await book(t, w)
  const { orderId, total } = order
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.bank },
    by('clerk'),
  )
  return order
}
const ask = (orderId: string, amount: number, who: Who = 'clerk') =>
  t.send(save, { title, taxNo: '91350100m000100y43', orders: [{ orderId, amount }] }, by(who))
const idOf = (answer: { data: unknown }) => (answer.data as { id: string }).id
async function issued(orderId: string, amount: number) {
  const id = idOf(await ask(orderId, amount))
  await t.call(issue, { id, number: number(), issuedOn: day }, by('finance'))
  return id
}
const leftOf = async (orderId: string) => (await t.call(ofOrders, { orderId }, by('clerk'))).orders[0]
const due = async () =>
  (await t.call(contract.todo.counts, {}, by('finance'))).find(({ code }) => code === 'redInvoice')?.count
const cancel = (orderId: string) =>
  t.call(
    contract.order.cancel,
    { orderId, reason: cancelReason.tripOff, responsibility: responsibility.customer, expectPenalty: 100_000_000 },
    by('manager'),
  )
const payBack = async (orderId: string) =>
  t.call(
    contract.order.updateStatus,
    { orderId, action: 'retryRefund', voucherIds: await uploadPhotos(t, 'voucher', 1, w.tokens.finance) },
    by('finance'),
  )

describe('an invoice', () => {
  it('is asked for, issued with its number and file, and listed', async () => {
    const { orderId, orderNo, total } = await paidOrder()
    const id = idOf(await ask(orderId, total - 100))
    expect(await leftOf(orderId)).toMatchObject({ received: total, invoiced: total - 100, left: 100 })
    const fileIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
    const no = number()
    const done = await t.call(issue, { id, number: no, issuedOn: day, fileIds }, by('finance'))
    expect(done).toEqual({ status: s.issued, redDue: false })
    const shown = await t.call(detail, { id }, by('clerk'))
    expect(shown).toMatchObject({ title, taxNo: '91350100M000100Y43', number: no, issuedOn: day, amount: total - 100 })
    expect(shown.files).toHaveLength(1)
    expect(shown.list).toMatchObject([{ orderId, orderNo, amount: total - 100 }])
    const found = await t.call(list, { keyword: no }, by('finance'))
    expect(found.list).toMatchObject([{ id, orderNos: [orderNo], redDue: false }])
    expect(
      (await t.call(list, { status: s.waiting, keyword: title }, by('finance'))).list.map((one) => one.id),
    ).not.toContain(id)
    expect(await t.send(detail, { id }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await t.send(list, {}, by('clerk'))).toMatchObject({ errorCode: -3 })
  })

  it('is of no more than was paid, whoever asks at once; one that is withdrawn frees its money', async () => {
    const { orderId, orderNo, total } = await paidOrder()
    const over = await ask(orderId, total + 1)
    expect(over).toMatchObject({ errorCode: -2, data: { field: 'orders' } })
    expect(over.message).toContain(`订单${orderNo}最多可开票`)
    const both = await Promise.all([ask(orderId, total, 'clerk'), ask(orderId, total, 'manager')])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    const unpaid = await book(t, w)
    expect(await ask(unpaid.orderId, 1)).toMatchObject({ errorCode: -2 })
    const id = idOf(both.find(({ success }) => success)!)
    await t.call(withdraw, { id }, by('clerk'))
    expect(await leftOf(orderId)).toMatchObject({ invoiced: 0, left: total })
    expect(await t.send(withdraw, { id }, by('clerk'))).toMatchObject({ errorCode: -5 })
    expect(await t.send(issue, { id, number: number(), issuedOn: day }, by('finance'))).toMatchObject({ errorCode: -5 })
  })

  it('has a number of its own, also at once, and a day that has come', async () => {
    const { orderId } = await paidOrder()
    const ids = [idOf(await ask(orderId, 10)), idOf(await ask(orderId, 20))]
    const no = number()
    const answers = await Promise.all(ids.map((id) => t.send(issue, { id, number: no, issuedOn: day }, by('finance'))))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)).toMatchObject({ errorCode: -2, data: { field: 'number' } })
    const rest = ids[answers.findIndex(({ success }) => !success)]!
    const wrong = { id: rest, number: number(), issuedOn: '2026-11-21' }
    expect(await t.send(issue, wrong, by('finance'))).toMatchObject({ errorCode: -2, data: { field: 'issuedOn' } })
    expect(await t.send(issue, { ...wrong, number: '12' }, by('finance'))).toMatchObject({ errorCode: -2 })
    expect(await t.send(issue, { ...wrong, issuedOn: day }, by('clerk'))).toMatchObject({ errorCode: -3 })
  })

  it('waits for its red one once money went back, until that is registered', async () => {
    const { orderId, total } = await paidOrder()
    const before = (await due())!
    const id = await issued(orderId, total)
    await cancel(orderId)
    // Asked for is not gone: nothing is to be reversed before the money has left.
    expect(await due()).toBe(before)
    await payBack(orderId)
    expect(await due()).toBe(before + 1)
    expect((await t.call(list, { redDue: true }, by('finance'))).list.map((one) => one.id)).toContain(id)
    const early = { id, number: number(), issuedOn: '2026-11-19' }
    expect(await t.send(reverse, early, by('finance'))).toMatchObject({ errorCode: -2, data: { field: 'issuedOn' } })
    expect(await t.call(reverse, { id, number: number(), issuedOn: day }, by('finance'))).toEqual({
      status: s.reversed,
    })
    expect(await due()).toBe(before)
    const { received, left } = (await leftOf(orderId))!
    // What is left of the money can be invoiced anew.
    expect(left).toBe(received)
  })

  it('stands while what is left still covers it', async () => {
    // Five hours before the pickup half of the rent is kept.
    const order = await book(t, w, {
      trip: {
        pickupAt: Date.parse('2026-11-20T15:00:00+08:00'),
        returnAt: Date.parse('2026-11-22T15:00:00+08:00'),
      },
    })
    const { orderId, total } = order
    await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.rent, amount: total, payWay: payWay.bank },
      by('clerk'),
    )
    await cancel(orderId)
    const { rows } = await t.root.query(
      `select sum(amount_fen)::int as fen from payment where order_id = $1 and direction = 'out'`,
      [orderId],
    )
    const kept = total - rows[0].fen
    expect(kept).toBeGreaterThan(0)
    const id = await issued(orderId, kept)
    await payBack(orderId)
    expect(await t.call(detail, { id }, by('finance'))).toMatchObject({ redDue: false, status: s.issued })
    expect(await leftOf(orderId)).toMatchObject({ received: kept, left: 0 })
  })

  it('stands after goodwill was paid out, and all that was paid may be invoiced; what is due back may not', async () => {
    const { orderId, total } = await paidOrder()
    const before = await due()
    const id = await issued(orderId, total - 100)
    const reimbursement = await t.call(
      contract.reimbursement.save,
      {
        orderId,
        kind: reimbursementKind.goodwill,
        reasonCode: reimbursementReasons.code.service,
        payMode: payMode.onlineOut,
        items: [{ amount: 5_000 }],
      },
      by('finance'),
    )
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
    await t.call(contract.reimbursement.pay, { id: reimbursement.id, payWay: payWay.bank, voucherIds }, by('finance'))
    expect(await leftOf(orderId)).toMatchObject({ received: total, left: 100 })
    expect(await due()).toBe(before)
    await t.call(withdraw, { id: idOf(await ask(orderId, 100)) }, by('clerk'))
    await cancel(orderId)
    expect(await leftOf(orderId)).toMatchObject({ received: total, left: 0 })
    await payBack(orderId)
    expect(await t.call(detail, { id }, by('finance'))).toMatchObject({ redDue: true })
  })

  it('of several orders waits for its red one when one of them is paid back', async () => {
    const [one, two] = [await book(t, w), await book(t, w)]
    const orders = [one, two].map(({ orderId, total }) => ({ orderId, amount: total }))
    const amount = one.total + two.total
    const receipt = await t.call(
      contract.payment.receiptSave,
      { payer: title, payWay: payWay.bank, amount, orders },
      by('clerk'),
    )
    const known = await t.call(ofOrders, { receiptId: receipt.id }, by('clerk'))
    expect(known.orders.reduce((sum, { left }) => sum + left, 0)).toBe(amount)
    const { id } = await t.call(save, { title, receiptId: receipt.id, orders }, by('clerk'))
    await t.call(issue, { id, number: number(), issuedOn: day }, by('finance'))
    await cancel(two.orderId)
    await payBack(two.orderId)
    expect(await t.call(detail, { id }, by('finance'))).toMatchObject({ receiptId: receipt.id, redDue: true })
  })
})

describe('for the tax office', () => {
  it('has a kind, its tax, and the buyer of a special one', async () => {
    await t.call(contract.merchant.saveSetting, { settings: { taxpayer: 2 } }, by('owner'))
    const { orderId } = await paidOrder()
    const special = { kind: invoiceKind.special, title, orders: [{ orderId, amount: 11_300 }] }
    expect(await t.send(save, special, by('clerk'))).toMatchObject({ errorCode: -2, data: { field: 'taxNo' } })
    const buyer = { buyerAddress: '上海市闵行区', buyerPhone: '021-12345678', buyerBank: '工行', buyerAccount: '6222' }
    const { id } = await t.call(save, { ...special, taxNo: '91350100M000100Y43', ...buyer }, by('clerk'))
    expect(await t.call(detail, { id }, by('finance'))).toMatchObject({ ...buyer, kind: 2, rateBp: 1300, tax: 1300 })

    const { jobId } = await t.call(contract.invoice.batchExport, { keyword: title }, by('finance'))
    await workOff(t.jobs, bulk)
    const job = await t.call(contract.job.detail, { jobId }, by('finance'))
    const bytes = (await t.app.inject({ url: job.resultUrl! })).rawPayload
    const [head, lines] = await readTables(bytes, '.xlsx', 100)
    expect([head!.name, lines!.name]).toEqual(['1-发票基本信息', '2-发票明细信息'])
    expect(job.message).toMatch(/^共\d+张；请先在科目设置中填写租金的税收分类编码，再导出$/)
    const own = (sheet: typeof head) => {
      const [, , titles, ...rows] = sheet!.rows
      const row = rows.find((cells) => cells[0] === id)!
      return Object.fromEntries(titles!.map((name, at) => [name, row[at]]))
    }
    expect(own(head)).toMatchObject({
      发票类型: '增值税专用发票',
      购买方名称: title,
      购买方开户银行: '工行',
      受票方自然人标识: '否',
    })
    expect(own(lines)).toMatchObject({ 项目名称: '*经营租赁*车辆租赁费', 金额: '113.00', 税率: '0.13' })

    await t.call(issue, { id, number: number(), issuedOn: day }, by('finance'))
    await t.call(reverse, { id, number: number(), confirmNo: '3101232400000001', issuedOn: day }, by('finance'))
    expect(await t.call(detail, { id }, by('finance'))).toMatchObject({ redConfirmNo: '3101232400000001' })
  })
})
