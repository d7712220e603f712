import { contract } from '@cheyi/contract/index'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, booksAgree } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

let t: TestApp
let w: World
let other: World

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  other = await makeWorld(t, { name: '别家租车' })
})
afterAll(() => t.close())
beforeEach(async () => {
  w = await makeWorld(t, { cars: 40 })
})

const { cashShift } = contract
type Who = 'owner' | 'manager' | 'clerk' | 'finance'
const by = (who: Who) => ({ token: w.tokens[who] })
const inBalance = () => booksAgree(t)
const booked = async () => (await book(t, w)).orderId
const collect = (orderId: string, amount: number, who: Who = 'clerk', way: 3 | 4 = payWay.cash) =>
  t.send(contract.payment.collect, { orderId, payKind: payKind.rent, amount, payWay: way }, by(who))
const begin = async (opening: number, who: Who = 'clerk') =>
  (await t.call(cashShift.open, { storeId: w.stores.hongqiao, opening, reason: '备用金' }, by(who))).id
const state = (who: Who = 'clerk', storeId?: string) => t.call(cashShift.state, storeId ? { storeId } : {}, by(who))
const expected = async (way: number, who: Who = 'clerk') =>
  (await state(who)).shift!.lines.find((line) => line.way === way)!.expected
const proof = (who: Who) => uploadPhotos(t, 'voucher', 1, w.tokens[who])
const outside = async () => (await state('owner', w.stores.hongqiao)).outside

/** Ends a shift with what should be there, but for `off` of the cash. */
async function end(id: string, { off = 0, reason = '', who = 'clerk' as Who, headers = {} } = {}) {
  const lines = (await state('clerk')).shift?.lines ?? []
  const counts = lines.map((line) => ({
    way: line.way,
    expected: line.expected,
    counted: line.expected + (line.way === payWay.cash ? off : 0),
  }))
  return t.send(cashShift.close, { id, counts, reason }, { ...by(who), headers })
}

describe('a shift', () => {
  it('begins with a count, holds what its cashier takes by hand, ends with a count', async () => {
    const id = await begin(50_000)
    const orderId = await booked()
    await collect(orderId, 30_000)
    await collect(orderId, 12_345, 'clerk', payWay.bank)
    // Somebody else's receipt is in somebody else's cashShift.
    await collect(orderId, 700, 'manager')
    const { shift } = await state()
    expect(shift).toMatchObject({ id, opening: 50_000 })
    expect(shift!.lines).toMatchObject([
      { way: payWay.cash, received: 30_000, paidBack: 0, handedIn: 0, expected: 80_000 },
      { way: payWay.bank, received: 12_345, expected: 12_345 },
    ])
    expect(await t.call(contract.overview.home, {}, by('clerk'))).toMatchObject({ shift: { cash: 80_000 } })
    expect(await outside()).toBe(700)
    expect(await end(id)).toMatchObject({ success: true, data: { difference: 0 } })
    expect(await state()).toMatchObject({ shift: null })
    expect(await outside()).toBe(80_700)
    const { list } = await t.call(cashShift.page, {}, by('owner'))
    expect(list).toMatchObject([
      { id, cashierName: '测试clerk', status: shiftStatus.closed, opening: 50_000, difference: 0, signedByName: null },
    ])
    await inBalance()
  })

  it('takes what was counted beyond the books as its float, once', async () => {
    const orderId = await booked()
    await collect(orderId, 20_000)
    const first = await begin(50_000)
    await end(first)
    expect(await outside()).toBe(50_000)
    const second = await begin(50_000)
    await end(second)
    expect(await outside()).toBe(50_000)
    // What is missing at the next count stays in sight, outside of the shift.
    await begin(48_000)
    expect(await outside()).toBe(2_000)
    await inBalance()
  })

  it('is one at a time for a cashier, whoever asks twice at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        t.send(cashShift.open, { storeId: w.stores.hongqiao, opening: n, reason: '备用金' }, by('clerk')),
      ),
    )
    expect(answers.map((answer) => answer.errorCode).toSorted()).toEqual([-2, -2, 0])
    await begin(0, 'manager')
    await inBalance()
  })

  it('of a store that takes no cash has its cash counted too, and ends', async () => {
    await t.root.query('update merchant set pay_settings = $2 where id = $1', [
      w.merchantId,
      { payWays: [payWay.bank, payWay.pos] },
    ])
    const id = await begin(20_000)
    expect((await state()).shift!.lines.map(({ way }) => way)).toEqual([payWay.cash, payWay.bank, payWay.pos])
    expect(await end(id)).toMatchObject({ success: true, data: { difference: 0 } })
  })

  it('ends whatever was typed at its begin, a mistake too', async () => {
    const most = 100_000_000_000
    const id = await begin(most)
    await collect(await booked(), 100)
    expect(await end(id, { off: -100, reason: '多点了一张' })).toMatchObject({ success: true })
    expect(await outside()).toBe(most)
    await inBalance()
  })

  it('that somebody left open is ended by who answers for the money, no other clerk', async () => {
    const id = await begin(100)
    await collect(await booked(), 300)
    // Whoever left is not here to tell what there should be.
    const asked = { shiftId: id }
    const { shift } = await t.call(cashShift.state, asked, by('manager'))
    expect(shift).toMatchObject({ id, opening: 100, lines: [{ way: payWay.cash, expected: 400 }, {}] })
    const counts = shift!.lines.map(({ way, expected: there }) => ({ way, expected: there, counted: there }))
    const { list } = await t.call(cashShift.page, {}, by('manager'))
    expect(list).toMatchObject([{ id, own: false, status: shiftStatus.open }])
    expect(await t.send(cashShift.close, { id, counts }, by('manager'))).toMatchObject({ success: true })
    expect(await t.call(cashShift.state, asked, by('manager'))).toMatchObject({ shift: null })
    const others = await begin(50, 'manager')
    expect(await t.send(cashShift.state, { shiftId: others }, by('clerk'))).toMatchObject({ errorCode: -4 })
    expect(await t.send(cashShift.state, { shiftId: others }, { token: other.tokens.owner })).toMatchObject({
      errorCode: -4,
    })
    const again = await begin(100)
    expect(await t.send(cashShift.close, { id: again, counts: [] }, { token: other.tokens.owner })).toMatchObject({
      success: false,
    })
  })
})

describe('a difference', () => {
  it('has a reason, and is one entry', async () => {
    const id = await begin(10_000)
    expect(await end(id, { off: -5_000 })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('差额原因'),
    })
    expect(await end(id, { off: -5_000, reason: '找零错误' })).toMatchObject({ data: { difference: -5_000 } })
    const { rows } = await t.root.query(
      `select e.account, (e.debit_fen - e.credit_fen)::int as fen from ledger_txn t join ledger_entry e on e.txn_id = t.id
        where t.idem_key = 'J23:difference:' || $1 order by 1`,
      [id],
    )
    expect(rows).toEqual([
      { account: 'cash_difference', fen: 5_000 },
      { account: 'cash_on_hand', fen: -5_000 },
    ])
    expect(await outside()).toBe(5_000)
    await inBalance()
  })

  it('above 50 yuan is signed by somebody else', async () => {
    const id = await begin(10_000)
    const asked = { off: -5_001, reason: '少收现金' }
    const refused = await end(id, asked)
    expect(refused).toMatchObject({ errorCode: 1036 })
    const { approvalId } = refused.data as { approvalId: string }
    const decide = (who: Who) => t.send(contract.approval.decide, { id: approvalId, pass: true }, by(who))
    expect(await decide('clerk')).toMatchObject({ success: false })
    expect(await decide('manager')).toMatchObject({ success: true })
    expect(await end(id, { ...asked, headers: { 'x-approval-id': approvalId } })).toMatchObject({
      data: { difference: -5_001 },
    })
    const { list } = await t.call(cashShift.page, {}, by('finance'))
    expect(list[0]).toMatchObject({ difference: -5_001, reason: '少收现金', signedByName: '测试manager' })
    await inBalance()
  })

  it('is not taken in parts: what nobody signed within a day counts as one', async () => {
    const apart = async (off: number) => end(await begin(10_000), { off, reason: '找零错误' })
    expect(await apart(-3_000)).toMatchObject({ success: true })
    expect(await apart(2_000)).toMatchObject({ success: true })
    const id = await begin(10_000)
    const refused = await end(id, { off: -1, reason: '找零错误' })
    expect(refused).toMatchObject({ errorCode: 1036 })
    const { list } = await t.call(contract.approval.page, {}, by('manager'))
    expect(list[0]!.summary).toContain('短款 ¥0.01，24小时内差额共 ¥50.01')
    // Nothing is asked of whoever counts right, and the next day begins anew.
    expect(await end(id)).toMatchObject({ success: true, data: { difference: 0 } })
    t.clock.advance(DAY)
    expect(await apart(-5_000)).toMatchObject({ success: true })
    t.clock.set(TEST_NOW)
    await inBalance()
  })

  it('is of what is there now: a receipt that came since refuses the count', async () => {
    const id = await begin(10_000)
    const counts = [{ way: payWay.cash, expected: 10_000, counted: 10_000 }] as const
    await collect(await booked(), 100)
    expect(await t.send(cashShift.close, { id, counts: [...counts] }, by('clerk'))).toMatchObject({ errorCode: -5 })
    expect(await t.send(cashShift.close, { id, counts: [] }, by('clerk'))).toMatchObject({ errorCode: -2 })
    expect(await end(id)).toMatchObject({ success: true })
    expect(await end(id)).toMatchObject({ success: false })
  })
})

describe('money that moves while a shift is closed', () => {
  it('is in it or in the next one, and every fen is somewhere', async () => {
    const orders = await Promise.all([booked(), booked(), booked()])
    for (let round = 0; round < 4; round++) {
      const id = await begin(0)
      const [closed, ...receipts] = await Promise.all([
        end(id),
        ...orders.map((orderId) => collect(orderId, 100)),
        ...orders.map((orderId) => collect(orderId, 10, 'manager')),
      ])
      expect(receipts.filter((one) => !one!.success)).toEqual([])
      if (!closed!.success) expect(await end(id)).toMatchObject({ success: true })
      await inBalance()
    }
    const { rows } = await t.root.query(
      `select sum(debit_fen - credit_fen)::int as fen from ledger_entry where merchant_id = $1 and account = 'cash_on_hand'`,
      [w.merchantId],
    )
    expect(rows[0].fen).toBe(4 * 3 * 110)
    expect(await outside()).toBe(4 * 3 * 110)
  })

  it('is never seen outside of the shift it falls into', async () => {
    await begin(10_000)
    const orders = await Promise.all(Array.from({ length: 12 }, booked))
    const seen: (number | null)[] = []
    const receipts = Promise.all(orders.map((orderId) => collect(orderId, 100)))
    for (const _ of orders) seen.push(...(await Promise.all([outside(), outside()])))
    await receipts
    expect(new Set(seen)).toEqual(new Set([0]))
    expect(await expected(payWay.cash)).toBe(11_200)
  })

  it('a refund that was queued in one shift and paid in the next is the next one’s', async () => {
    const first = await begin(0)
    const orderId = await booked()
    await collect(orderId, 60_000)
    const { refund } = await t.call(contract.order.cancelRule, { orderId }, by('manager'))
    await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 2, expectPenalty: 0 }, by('manager'))
    expect(await expected(payWay.cash)).toBe(60_000)
    await end(first)
    const second = await begin(60_000)
    const voucherIds = await proof('clerk')
    const paid = await t.send(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, by('clerk'))
    expect(paid).toMatchObject({ success: true })
    expect(refund).toBeGreaterThan(0)
    const { shift } = await state()
    expect(shift).toMatchObject({ id: second })
    expect(shift!.lines[0]).toMatchObject({ received: 0, paidBack: 60_000, expected: 0 })
    await end(second)
    await inBalance()
  })

  it('pays back no more cash than it holds, also of two refunds at once', async () => {
    const orders = [await booked(), await booked()]
    for (const orderId of orders) {
      await collect(orderId, 60_000, 'manager')
      await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 2, expectPenalty: 0 }, by('manager'))
    }
    const id = await begin(60_000)
    const refund = async (orderId: string) =>
      t.send(
        contract.order.updateStatus,
        { orderId, action: 'retryRefund', voucherIds: await proof('clerk') },
        by('clerk'),
      )
    const answers = await Promise.all(orders.map(refund))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const refused = answers.find(({ success }) => !success)
    expect(refused).toMatchObject({ errorCode: -2, data: { field: 'payWay' } })
    expect(refused!.message).toContain('本班现金只有¥0.00，不足以退¥600.00')
    expect(await expected(payWay.cash)).toBe(0)
    await end(id)
    await inBalance()
  })

  it('closed while a refund of it is paid counts it, or leaves it to the next one', async () => {
    const first = await begin(0)
    const orderId = await booked()
    await collect(orderId, 60_000)
    await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 2, expectPenalty: 0 }, by('manager'))
    const voucherIds = await proof('clerk')
    const [closed, paid] = await Promise.all([
      end(first),
      t.send(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, by('clerk')),
    ])
    expect(paid).toMatchObject({ success: true })
    // Counted before the refund or after it, or told that money moved since it was counted: never counted without it.
    const { rows } = await t.root.query(
      `select e.shift_id as "shiftId" from ledger_entry e
        where e.order_id = $1 and e.account = 'cash_on_hand' and e.credit_fen = 60000`,
      [orderId],
    )
    expect(rows).toHaveLength(1)
    if (closed.success) {
      const counts = await t.root.query(
        'select counted_fen::int as fen from cash_count where shift_id = $1 and pay_way = $2',
        [first, payWay.cash],
      )
      expect(counts.rows).toEqual([{ fen: rows[0].shiftId === null ? 60_000 : 0 }])
    } else {
      expect(closed).toMatchObject({ errorCode: -5 })
      expect(rows[0].shiftId).toBe(first)
      expect(await expected(payWay.cash)).toBe(0)
      expect(await end(first)).toMatchObject({ success: true })
    }
    await inBalance()
  })
})

describe('cash handed in to the bank', () => {
  it('leaves the shift, or what lies outside of any', async () => {
    const id = await begin(50_000)
    const ask = async (amount: number, who: Who) => ({
      storeId: w.stores.hongqiao,
      amount,
      voucherIds: await proof(who),
    })
    expect(await t.send(cashShift.handIn, await ask(50_001, 'clerk'), by('clerk'))).toMatchObject({ errorCode: 4002 })
    expect(await t.call(cashShift.handIn, await ask(30_000, 'clerk'), by('clerk'))).toMatchObject({ left: 20_000 })
    expect((await state()).shift!.lines).toMatchObject([{ handedIn: 30_000, expected: 20_000 }, { expected: 0 }])
    const { list } = await t.call(cashShift.page, {}, by('owner'))
    expect(list.find((one) => one.id === id)).toMatchObject({ handedIn: 30_000, vouchers: [{ kind: 'image' }] })
    await end(id)
    // Outside of a shift it is for who sees the merchant's money.
    expect(await t.send(cashShift.handIn, await ask(1, 'clerk'), by('clerk'))).toMatchObject({ errorCode: -3 })
    expect(await t.call(cashShift.handIn, await ask(15_000, 'finance'), by('finance'))).toMatchObject({ left: 5_000 })
    const { rows } = await t.root.query(
      `select account, sum(debit_fen - credit_fen)::int as fen from ledger_entry where merchant_id = $1 group by 1 order by 1`,
      [w.merchantId],
    )
    expect(rows).toEqual([
      { account: 'bank', fen: 45_000 },
      { account: 'cash_float', fen: -50_000 },
      { account: 'cash_on_hand', fen: 5_000 },
    ])
    await inBalance()
  })

  it('twice at once is never more than there is', async () => {
    await begin(10_000)
    const asks = await Promise.all(
      [1, 2, 3].map(async () => ({ storeId: w.stores.hongqiao, amount: 6_000, voucherIds: await proof('clerk') })),
    )
    const answers = await Promise.all(asks.map((ask) => t.send(cashShift.handIn, ask, by('clerk'))))
    expect(answers.map((answer) => answer.errorCode).toSorted()).toEqual([0, 4002, 4002])
    expect(await expected(payWay.cash)).toBe(4_000)
    await inBalance()
  })
})

describe('who sees what', () => {
  it('a clerk own shifts, who answers for the money all, another merchant none', async () => {
    await begin(0)
    await begin(0, 'manager')
    const seen = async (who: Who) => (await t.call(cashShift.page, {}, by(who))).list.length
    expect([await seen('clerk'), await seen('manager'), await seen('finance')]).toEqual([1, 2, 2])
    expect((await t.call(cashShift.page, {}, { token: other.tokens.owner })).list).toEqual([])
    const foreign = { storeId: w.stores.hongqiao, opening: 0 }
    expect(await t.send(cashShift.open, foreign, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await t.send(cashShift.state, {}, { token: w.tokens.fleet })).toMatchObject({ errorCode: -3 })
  })
})
