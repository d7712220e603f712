import { contract } from '@cheyi/contract/index'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { runDue } from '../../testing/jobs.ts'
import { type Mortal, mortalServer } from '../../testing/mortal/mortal.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack } from '../../testing/world/handover.ts'
import { bookLong, driveLong, longMerchant, passMonths, payInstalment } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

/* What may go wrong with a plan: two at once, a server that dies, a job that is late, a month that is closed, settings that change. */

const { instalment } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const plan = (orderId: string) => t.call(instalment.list, { orderId }, owner())
const row = async (orderId: string, seq: number) => (await plan(orderId)).rows.find((one) => one.seq === seq)!
const pay = (instalmentId: string, amount: number) =>
  t.send(instalment.pay, { instalmentId, amount, payMode: 2, payWay: 4 }, owner())
const owed = async (orderId: string) => (await books(t, orderId))[account.receivable] ?? 0
const postings = async (orderId: string) =>
  (
    await t.root.query(
      `select journal, to_char(posted_on, 'MM-DD') as day, (select sum(debit_fen)::int from ledger_entry e where e.txn_id = t.id) as fen
         from ledger_txn t where order_id = $1 and journal in (1, 4, 22) order by id`,
      [orderId],
    )
  ).rows.map(({ journal, day, fen }) => `${journal} ${day} ${fen}`)

longMerchant({ cars: 20, settings: { freeKmPerDay: 0 } })
afterEach(() => booksAgree(t))

const servers: Mortal[] = []
afterAll(async () => {
  for (const server of servers) await server.end()
})

describe('at the same time as a payment', () => {
  /** Out, and its second row due today. */
  async function due(): Promise<{ orderId: string; id: string }> {
    const orderId = await driveLong(t, w)
    await passMonths(t, w, orderId, '2027-02-28', [])
    return { orderId, id: (await row(orderId, 2)).id }
  }

  it.each([0, 3, 9, 20])('an end is agreed at the amount that was seen, or refused; %i ms later', async (wait) => {
    const { orderId, id } = await due()
    const asked = { orderId, endOn: '2027-03-15', merchantCause: false }
    const { owed: expectAmount } = await t.call(instalment.terminatePreview, asked, owner())
    const [paid, ended] = await Promise.all([
      pay(id, 420_000),
      new Promise((go) => setTimeout(go, wait)).then(() =>
        t.send(instalment.terminate, { ...asked, reason: '客户换车', expectAmount }, owner()),
      ),
    ])
    expect(paid.success).toBe(true)
    if (!ended.success) expect(ended).toMatchObject({ errorCode: 4305, data: { owed: 210_000 } })
    if (!ended.success) return
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-03-15T10:00') })
    expect(settlement.balance).toBe(210_000)
  })

  it('its row is postponed: both hold, or what is paid is postponed no more', async () => {
    const { orderId, id } = await due()
    const [paid, later] = await Promise.all([
      pay(id, 420_000),
      t.send(instalment.postpone, { instalmentId: id, dueDate: '2027-03-10' }, owner()),
    ])
    expect(paid.success).toBe(true)
    expect(await row(orderId, 2)).toMatchObject({
      ...{ status: s.paid, open: 0, lateFee: 0 },
      dueDate: later.success ? '2027-03-10' : '2027-02-28',
    })
    expect(await owed(orderId)).toBe(0)
  })

  it('the job of the morning bills it once', async () => {
    const orderId = await driveLong(t, w)
    const { id } = await row(orderId, 2)
    t.clock.set(at('2027-02-28T00:10'))
    const [paid] = await Promise.all([pay(id, 300_000), runDue(t, 'instalment'), runDue(t, 'instalment')])
    expect(paid.success).toBe(true)
    expect(await owed(orderId)).toBe(120_000)
    const billed = (await postings(orderId)).filter((one) => one.startsWith('1 02-28'))
    expect(billed.reduce((sum, one) => sum + Number(one.split(' ')[2]), 0)).toBe(420_000)
    expect(await row(orderId, 2)).toMatchObject({ status: s.partlyPaid, open: 120_000 })
  })
})

describe('the job of due rows', () => {
  it('that is killed in the middle of its batch goes on at its next run, and bills nothing twice', async () => {
    const orders: string[] = []
    for (let i = 0; i < 4; i++) orders.push((await bookLong(t, w)).orderId)
    for (const orderId of orders) await payInstalment(t, w, orderId, 1)
    const server = await mortalServer(t)
    servers.push(server)
    // Not picked up yet: rows fall due all the same.
    t.clock.set(at('2027-02-28T00:10'))
    await server.mortalFor(40)
    await server.run('instalment')
    expect(server.alive).toBe(false)
    const before = await Promise.all(orders.map(owed))
    await runDue(t, 'instalment')
    await runDue(t, 'instalment')
    expect(await Promise.all(orders.map(owed))).toEqual([420_000, 420_000, 420_000, 420_000])
    // What was left to do, and what was done, in whatever order.
    expect(before.filter((fen) => fen === 0 || fen === 420_000)).toHaveLength(4)
    for (const orderId of orders)
      expect((await postings(orderId)).filter((one) => one === '1 02-28 420000')).toHaveLength(1)
  }, 60_000)

  it('that did not run for forty days bills what fell due meanwhile, with the fee of its date; a payment needs no job', async () => {
    const orderId = await driveLong(t, w)
    t.clock.set(at('2027-04-09T00:10'))
    await runDue(t, 'instalment')
    const { rows } = await plan(orderId)
    expect(rows.slice(1, 4).map(({ status, lateFee }) => [status, lateFee])).toEqual([
      [s.overdue, 37 * 210],
      [s.overdue, 6 * 210],
      [s.notDue, 0],
    ])
    expect(await owed(orderId)).toBe(840_000)
    await payInstalment(t, w, orderId, 2)
    expect((await postings(orderId)).filter((one) => one.startsWith('22'))).toEqual([`22 04-09 ${37 * 210}`])
  })

  it('posts in the open month what fell due in a closed one', async () => {
    const orderId = await driveLong(t, w)
    t.clock.set(at('2027-03-02T00:10'))
    await t.root.query(`set session_replication_role = replica`)
    await t.root.query(`insert into closed_month (merchant_id, month, closed_by) values ($1, '2027-02-01', 0)`, [
      w.merchantId,
    ])
    await t.root.query(`set session_replication_role = origin`)
    await runDue(t, 'instalment')
    expect((await postings(orderId)).at(-1)).toBe('1 03-02 420000')
    expect(await row(orderId, 2)).toMatchObject({ status: s.due, dueDate: '2027-02-28' })
    await t.root.query(`set session_replication_role = replica`)
    await t.root.query('delete from closed_month where merchant_id = $1', [w.merchantId])
    await t.root.query(`set session_replication_role = origin`)
  })
})

describe('a receipt for 20 orders', () => {
  const { payment } = contract
  const payer = '远航物流有限公司'
  const receipt = (orders: readonly { readonly orderId: string; readonly owed: number }[]) =>
    t.send(
      payment.receiptSave,
      {
        ...{ payer, payWay: payWay.bank, amount: orders.reduce((sum, { owed }) => sum + owed, 0) },
        orders: orders.map(({ orderId, owed }) => ({ orderId, amount: owed, owed })),
      },
      owner(),
    )
  const end = async (orderId: string, endOn: string) => {
    const asked = { orderId, endOn, merchantCause: false }
    const { owed: expectAmount } = await t.call(instalment.terminatePreview, asked, owner())
    return t.send(instalment.terminate, { ...asked, reason: '客户换车', expectAmount }, owner())
  }

  /** One that is out with its second row due, and nineteen whose first is; as they were seen. */
  async function twenty() {
    const form = { payerName: payer }
    const orderId = await driveLong(t, w, {}, form)
    const trip = { pickupAt: at('2027-02-27T10:00') }
    for (let i = 1; i < 20; i++) await bookLong(t, w, { form, trip })
    await passMonths(t, w, orderId, '2027-02-28', [])
    const { list } = await t.call(payment.receiptDebts, { keyword: payer, payer: true }, owner())
    expect(list).toHaveLength(20)
    return { orderId, list, orderNo: list.find((one) => one.orderId === orderId)!.orderNo }
  }

  it('is refused as a whole by the one that ended meanwhile, which it names; the others are paid without it', async () => {
    const { orderId, orderNo, list } = await twenty()
    expect(await end(orderId, '2027-02-28')).toMatchObject({ success: true })
    const refused = await receipt(list)
    expect(refused).toMatchObject({ errorCode: -2 })
    expect(refused.message).toContain(`订单${orderNo}的待收已变为`)
    expect(await t.call(payment.receiptList, {}, owner())).toMatchObject({ list: [] })
    const others = list.filter((one) => one.orderId !== orderId)
    for (const one of others) expect(await owed(one.orderId)).toBe(one.owed)
    expect(await receipt(others)).toMatchObject({ success: true })
    for (const one of others) expect(await owed(one.orderId)).toBe(0)
  }, 60_000)

  it('pays the one that ends later exactly what is due of it', async () => {
    const { orderId, list } = await twenty()
    expect(await end(orderId, '2027-03-15')).toMatchObject({ success: true })
    expect(await receipt(list)).toMatchObject({ success: true })
    for (const one of list) expect(await owed(one.orderId)).toBe(0)
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-03-15T10:00') })
    // Used 630000 and a penalty of 420000, of which two rows are paid.
    expect(settlement.balance).toBe(210_000)
  }, 60_000)

  it.each([0, 10, 40])(
    'and an end at the same time: one is after the other, and nothing is lost; %i ms',
    async (wait) => {
      const { orderId, list } = await twenty()
      const [paid, ended] = await Promise.all([
        receipt(list),
        new Promise((go) => setTimeout(go, wait)).then(() => end(orderId, '2027-02-28')),
      ])
      const taken = paid.success ? list.reduce((sum, one) => sum + one.owed, 0) : 0
      const { rows } = await t.root.query(
        'select coalesce(sum(amount_fen), 0)::int as fen from receipt where merchant_id = $1',
        [w.merchantId],
      )
      expect(rows[0].fen).toBe(taken)
      if (!ended.success) expect(ended).toMatchObject({ errorCode: 4305 })
      // What was paid of a row that came to nothing is a credit of its order.
      if (ended.success) expect(await owed(orderId)).toBe(paid.success ? -420_000 : 0)
      for (const one of list)
        if (one.orderId !== orderId) expect(await owed(one.orderId)).toBe(paid.success ? 0 : one.owed)
    },
    60_000,
  )
})

it('a row that was postponed beyond the end, or that no job billed, is asked for by the return', async () => {
  const orderId = await driveLong(t, w, { termMonths: 2 })
  const last = await row(orderId, 2)
  await t.call(instalment.postpone, { instalmentId: last.id, dueDate: '2027-03-15' }, owner())
  t.clock.set(at('2027-03-31T09:00'))
  const settled = await bringBack(t, w, orderId, {
    at: at('2027-03-31T10:00'),
    confirm: { settle: undefined, payWay: undefined, overrideReason: '月结客户' },
  })
  expect(settled.settlement.balance).toBe(480_000)
  expect(await owed(orderId)).toBe(480_000)
  await runDue(t, 'instalment')
  await payInstalment(t, w, orderId, 2)
  // Sixteen days after its date, thirteen of them beyond grace.
  expect(await owed(orderId)).toBe(0)
  expect((await books(t, orderId))[account.unearned] ?? 0).toBe(0)
})

it('settings that change under a contract change nothing of its plan, its fee or its penalty', async () => {
  const orderId = await driveLong(t, w)
  const before = await plan(orderId)
  await t.root.query(
    `update merchant set settings = settings || '{"instalmentGraceDays": 0, "lateFeeBpPerDay": 50, "lateFeeCapBp": 5000,
       "terminatePenaltyMonths": 3, "instalmentLeadDays": 20}' where id = $1`,
    [w.merchantId],
  )
  await t.root.query('update long_price set monthly_fen = 999900 where merchant_id = $1', [w.merchantId])
  expect(await plan(orderId)).toEqual(before)
  await passMonths(t, w, orderId, '2027-04-01', [2])
  const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-15T10:00') })
  expect(settlement.balance).toBe(632_520)
})
