import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { addDays, DAY, localDate } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { book, formOf, local, quote, tripOf } from '../../testing/world/booking.ts'
import { giveBack, pickUp } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { saveLongPrices } from '../../testing/world/long.ts'
import { manager, orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

const { company, order } = contract

ownMerchant({ other: true, poolSize: 8 })

let companyId: string
beforeEach(async () => {
  companyId = (await t.call(company.create, { name: '远航物流有限公司', taxNo: '91310115MA1K4XYZ3B' }, owner()))
    .companyId
})

const version = async () => (await t.call(company.detail, { companyId }, owner())).version
async function terms(more: Partial<InputOf<typeof company.saveTerms>>): Promise<void> {
  await t.call(company.saveTerms, { companyId, version: await version(), enabled: true, ...more }, owner())
}
const agreed = (more: Partial<InputOf<typeof company.savePrice>>) =>
  t.call(company.savePrice, { companyId, modelId: w.models.lavida, ...more }, owner())
const rentOf = (quoted: { lines: { code: string; amount: number }[] }) =>
  quoted.lines.filter(({ code }) => code === 'rent').map(({ amount }) => amount)
const days = (from: number, to: number) => ({
  pickupAt: local(`2026-12-0${from} 10:00`),
  returnAt: local(`2026-12-0${to} 10:00`),
})

describe('the agreed price', () => {
  it('is what the choice of models shows, for a booking and for a change of its order', async () => {
    await terms({ rateBp: 9000 })
    await agreed({ dayPrice: 15_000 })
    const { storeId } = tripOf(w)
    const stay = { from: local('2026-11-23 10:00'), to: local('2026-11-25 10:00'), priced: true }
    const shown = async (more: object) => {
      const models = await t.call(contract.stock.free, { storeId, ...stay, ...more }, owner())
      return Object.fromEntries(models.map(({ modelId, dayPrice }) => [modelId, dayPrice]))
    }
    const listed = await shown({})
    const mine = await shown({ companyId })
    expect([mine[w.models.lavida], mine[w.models.qin]]).toEqual([15_000, (listed[w.models.qin]! * 9) / 10])
    const { orderId } = await t.call(order.create, formOf(await quote(t, w, { companyId })), owner())
    expect(await shown({ exceptOrderId: orderId })).toEqual(mine)
    const strange = { ...stay, storeId: other.stores.hongqiao, companyId }
    expect(await t.send(contract.stock.free, strange, { token: other.tokens.owner })).toMatchObject({
      errorCode: -4,
      data: { field: 'companyId' },
    })
  })

  it('of a model goes before the share of the list price, in the quote, the order and what is added to it', async () => {
    const listed = await quote(t, w)
    await terms({ rateBp: 9000 })
    const shared = await quote(t, w, { companyId })
    expect(rentOf(shared)).toEqual(rentOf(listed).map((fen) => (fen * 9) / 10))
    expect(shared.warnings).toContain('协议价，按标价的90%')
    await agreed({ dayPrice: 15_000 })
    const quoted = await quote(t, w, { companyId })
    expect(rentOf(quoted)).toEqual([15_000, 15_000])
    expect(quoted.lines[0]!.formula).toBe('协议价¥150.00')
    expect(quoted.warnings).toContain('协议日租¥150.00')
    const { orderId } = await t.call(order.create, formOf(quoted), owner())
    expect(await orderRow(orderId)).toMatchObject({
      companyId,
      payerName: '远航物流有限公司',
      payerTaxNo: '91310115MA1K4XYZ3B',
      totalFen: String(quoted.total),
    })
    const { buyer } = await t.call(contract.invoice.ofOrders, { orderId }, owner())
    expect(buyer).toMatchObject({ title: '远航物流有限公司', taxNo: '91310115MA1K4XYZ3B', buyerBank: '' })
    // A day more, by a change of the order.
    const longer = { ...tripOf(w), orderId, returnAt: local('2026-11-23 10:00') + DAY }
    const changed = await t.call(contract.quote.quote, longer, owner())
    expect(rentOf(changed)).toEqual([15_000, 15_000, 15_000])
  })

  it('is the price of a renewal, too', async () => {
    await agreed({ dayPrice: 15_000 })
    const trip = { pickupAt: local('2026-11-23 10:00'), returnAt: local('2026-11-25 10:00'), companyId }
    const { orderId } = await handOut(t, w, { trip })
    const renewal = await t.call(contract.renewal.price, { orderId, newReturnAt: trip.returnAt + 2 * DAY }, owner())
    expect(rentOf(renewal)).toEqual([15_000, 15_000])
  })

  it('is paid for a month of a long rental, and for none after it was removed', async () => {
    await saveLongPrices(t, w, w.models.gl8)
    const trip = { modelId: w.models.gl8, orderKind: 2 as const, returnAt: undefined, termMonths: 3, companyId }
    const listed = (await quote(t, w, trip)).term!.monthlyPrice
    await agreed({ modelId: w.models.gl8, monthPrice: 300_000 })
    expect((await quote(t, w, trip)).term!.monthlyPrice).toBe(300_000)
    await agreed({ modelId: w.models.gl8 })
    expect((await quote(t, w, trip)).term!.monthlyPrice).toBe(listed)
    expect((await t.call(company.detail, { companyId }, owner())).prices).toEqual([])
  })

  it('is not for orders of a platform, a disabled company, or a company of another merchant', async () => {
    expect(await t.send(contract.quote.quote, { ...tripOf(w, { companyId }), source: 2 }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'companyId' },
    })
    const stranger = await t.send(contract.quote.quote, tripOf(other, { companyId }), { token: other.tokens.owner })
    expect(stranger).toMatchObject({ errorCode: -4 })
    const quoted = await quote(t, w, { companyId })
    await terms({ enabled: false })
    expect(await t.send(contract.quote.quote, tripOf(w, { companyId }), owner())).toMatchObject({ errorCode: -2 })
    // Between the quote and the booking.
    expect(await t.send(order.create, formOf(quoted), owner())).toMatchObject({ data: { field: 'companyId' } })
  })

  it('is set by those who may change prices for the whole merchant', async () => {
    const input = { companyId, modelId: w.models.lavida, dayPrice: 1 }
    for (const token of [w.tokens.clerk, w.tokens.finance])
      expect(await t.send(company.savePrice, input, { token })).toMatchObject({ errorCode: -3 })
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试manager'`,
      [w.merchantId, w.stores.hongqiao],
    )
    expect(await t.send(company.savePrice, input, manager())).toMatchObject({ errorCode: -3 })
  })
})

describe('the credit limit', () => {
  it('refuses a booking beyond it, says by how much, and lets it pass once with the approval of another person', async () => {
    await agreed({ dayPrice: 20_000 })
    await terms({ credit: 60_000 })
    const first = await quote(t, w, { companyId, ...days(1, 3) })
    await t.call(order.create, formOf(first), owner())
    const second = await quote(t, w, { companyId, ...days(4, 6) })
    const form = formOf(second)
    const refused = await t.send(order.create, form, owner())
    expect(refused).toMatchObject({ errorCode: 1036, message: '需另一名有权限的人员确认' })
    const { approvalId } = refused.data as { approvalId: string }
    const [request] = (await t.call(contract.approval.page, {}, manager())).list
    expect(request).toMatchObject({ name: '超信用额度', mayDecide: true })
    expect(request!.summary).toContain('远航物流有限公司 超信用额度')
    // A clerk may not let it pass, and another form is another request.
    expect(
      await t.send(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.clerk }),
    ).toMatchObject({
      errorCode: -4,
    })
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, manager())
    const approved = { ...owner(), headers: { 'x-approval-id': approvalId } }
    expect(await t.send(order.create, { ...form, remark: '另一份' }, approved)).toMatchObject({ errorCode: 1036 })
    expect(await t.send(order.create, form, approved)).toMatchObject({ success: true })
    const detail = await t.call(company.detail, { companyId }, owner())
    expect(detail.owed).toBe(first.total + second.total)
    expect(detail.orders).toHaveLength(2)
  })

  it('holds for a renewal that nobody pays now', async () => {
    await agreed({ dayPrice: 20_000 })
    const trip = { pickupAt: local('2026-11-23 10:00'), returnAt: local('2026-11-25 10:00'), companyId }
    const { orderId } = await handOut(t, w, { trip })
    const { owed } = await t.call(company.detail, { companyId }, owner())
    await terms({ credit: owed! + 10_000 })
    const wish = { orderId, newReturnAt: trip.returnAt + DAY }
    const { quoteId, amount } = await t.call(contract.renewal.price, wish, owner())
    const refused = await t.send(contract.renewal.create, { orderId, quoteId }, owner())
    expect(refused).toMatchObject({ errorCode: 1036 })
    const { approvalId } = refused.data as { approvalId: string }
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, manager())
    const approved = { ...owner(), headers: { 'x-approval-id': approvalId } }
    expect(await t.send(contract.renewal.create, { orderId, quoteId }, approved)).toMatchObject({ success: true })
    expect(await t.call(company.detail, { companyId }, owner())).toMatchObject({ owed: owed! + amount })
  })

  it('holds for a change of the order that adds to what it owes, and for no change that takes away', async () => {
    await agreed({ dayPrice: 20_000 })
    const booked = await quote(t, w, { companyId, ...days(1, 3) })
    const { orderId } = await t.call(order.create, formOf(booked), owner())
    await terms({ credit: booked.total })
    const until = async (returnAt: number) => {
      const { total } = await t.call(order.periodPreview, { orderId, returnAt }, owner())
      return t.send(order.movePeriod, { orderId, returnAt, expectTotal: total }, owner())
    }
    const longer = local('2026-12-04 10:00')
    expect(await until(longer)).toMatchObject({ errorCode: 1036 })
    const { quoteId } = await t.call(contract.quote.quote, { ...tripOf(w), orderId, ...days(1, 4) }, owner())
    const change = { orderId, action: 'modify' as const, quoteId }
    const refused = await t.send(order.updateStatus, change, owner())
    expect(refused).toMatchObject({ errorCode: 1036 })
    const { approvalId } = refused.data as { approvalId: string }
    await t.call(contract.approval.decide, { id: approvalId, pass: true }, manager())
    const approved = { ...owner(), headers: { 'x-approval-id': approvalId } }
    expect(await t.send(order.updateStatus, change, approved)).toMatchObject({ success: true })
    expect(await until(local('2026-12-03 10:00'))).toMatchObject({ success: true })
  })

  it('counts debts at stores that the account does not see, and shows it none of them', async () => {
    const elsewhere = await quote(t, w, { companyId, ...days(1, 3) })
    const { orderId } = await t.call(order.create, formOf(elsewhere), owner())
    await t.root.query('update "order" set store_id = $2, return_store_id = $2 where id = $1', [
      orderId,
      w.stores.pudong,
    ])
    await terms({ credit: elsewhere.total })
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试clerk'`,
      [w.merchantId, w.stores.hongqiao],
    )
    const clerk = { token: w.tokens.clerk }
    const quoted = await quote(t, w, { companyId, ...days(1, 3) }, clerk.token)
    expect(await t.send(order.create, formOf(quoted), clerk)).toMatchObject({ errorCode: 1036 })
    expect(await t.call(company.detail, { companyId }, clerk)).toMatchObject({ owed: null, orders: [] })
    expect((await t.call(company.page, {}, clerk)).list).toMatchObject([{ owed: null, credit: elsewhere.total }])
  })

  it('is used up once by two bookings at the same moment', async () => {
    const quotes = [await quote(t, w, { companyId, ...days(1, 3) }), await quote(t, w, { companyId, ...days(5, 7) })]
    await terms({ credit: Math.max(...quotes.map(({ total }) => total)) })
    const answers = await Promise.all(quotes.map((quoted) => t.send(order.create, formOf(quoted), owner())))
    expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 1036])
  })

  it('gives the days to pay that were agreed at the booking: the debt is due after them', async () => {
    await terms({ payDays: 30 })
    const { orderId } = await book(t, w, { companyId })
    await terms({ payDays: 0 })
    await pickUp(t, w, orderId)
    await giveBack(t, w, orderId)
    const today = localDate(t.clock.now())
    const due = async () => {
      const { list } = await t.call(contract.debt.ages, { pageSize: 100 }, owner())
      const counted = (await t.call(contract.todo.counts, {}, owner())).find(({ code }) => code === 'debt')
      return { due: list.map(({ orderId: id, since, late }) => [id, since, late]), counted: counted?.count ?? 0 }
    }
    expect(await due()).toEqual({ due: [[orderId, addDays(today, 30), 0]], counted: 0 })
    t.clock.advance(35 * DAY)
    expect(await due()).toEqual({ due: [[orderId, addDays(today, 30), 5]], counted: 1 })
  })

  it('does not count without a limit, and a booking for nobody’s company is as before', async () => {
    await book(t, w, { companyId })
    const { orderId } = await book(t, w, days(5, 7))
    expect(await orderRow(orderId)).toMatchObject({ companyId: null, payerName: '' })
  })
})

describe('a company', () => {
  it('has one record by its name, and its number is checked', async () => {
    expect(await t.send(company.create, { name: '远航物流有限公司' }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'name' },
    })
    expect(await t.send(company.create, { name: '别家', taxNo: '123' }, owner())).toMatchObject({
      data: { field: 'taxNo' },
    })
  })

  it('has contacts whose numbers are stored sealed, shown masked, and whole by a logged look', async () => {
    const { contactId } = await t.call(
      company.saveContact,
      { companyId, name: '王会计', phone: '13761234567' },
      owner(),
    )
    await t.call(company.saveContact, { companyId, contactId, name: '王经理' }, owner())
    expect((await t.call(company.detail, { companyId }, owner())).contacts).toEqual([
      { contactId, name: '王经理', phone: expect.stringMatching(/^137\*+4567$/) },
    ])
    const { rows } = await t.root.query('select phone_enc from company_contact where id = $1', [contactId])
    expect(rows[0].phoneEnc.toString('latin1')).not.toContain('13761234567')
    expect(await t.call(company.revealContact, { contactId }, owner())).toEqual({ phone: '13761234567' })
    const stranger = { token: other.tokens.owner }
    expect(await t.send(company.revealContact, { contactId }, stranger)).toMatchObject({ errorCode: -4 })
    expect((await t.call(company.page, {}, stranger)).list).toEqual([])
    await t.call(company.removeContact, { contactId }, owner())
    expect((await t.call(company.detail, { companyId }, owner())).contacts).toEqual([])
  })

  it('is billed for its short orders too, and one receipt finds them', async () => {
    const { orderId } = await book(t, w, { companyId })
    const { totalFen } = await orderRow(orderId)
    const bill = await t.call(contract.instalment.companyBill, { payer: '远航物流有限公司' }, owner())
    expect(bill).toMatchObject({ orders: 1, other: Number(totalFen), taxNo: '91310115MA1K4XYZ3B' })
    const debts = await t.call(contract.payment.receiptDebts, { keyword: '远航物流有限公司', payer: true }, owner())
    expect(debts.list.map((debt) => debt.orderId)).toEqual([orderId])
  })
})
