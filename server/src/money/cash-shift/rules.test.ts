import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'

/* What a merchant asks of whoever takes cash, and who may sign for whom. */

ownMerchant({ cars: 20, poolSize: 8 })

const { cashShift, merchant, approval } = contract
type Who = 'owner' | 'manager' | 'clerk' | 'finance'
const by = (who: Who) => ({ token: w.tokens[who] })
const open = (opening: number, reason?: string, who: Who = 'clerk', headers = {}) =>
  t.send(cashShift.open, { storeId: w.stores.hongqiao, opening, reason }, { ...by(who), headers })
async function chooses(cashShifts: { shiftRequired: boolean; floatSigned: boolean }) {
  const { version, payProfile, chosenWays, maxPayment } = await t.call(merchant.paySetting, {}, by('owner'))
  const choice = { payProfile: payProfile as 1, payWays: chosenWays, limits: { maxPayment }, version }
  await t.call(merchant.savePay, { ...choice, cashShifts }, by('owner'))
}
async function close(id: string, off: number, who: Who, headers = {}) {
  const { shift } = await t.call(cashShift.state, { shiftId: id }, by(who))
  const counts = shift!.lines.map(({ way, expected }, index) => ({
    way,
    expected,
    counted: expected + (index === 0 ? off : 0),
  }))
  return t.send(cashShift.close, { id, counts, reason: off === 0 ? undefined : '找零错误' }, { ...by(who), headers })
}
const idOfShift = ({ data }: { data: unknown }) => data as { id: string }
const decide = (id: string, who: Who) => t.send(approval.decide, { id, pass: true }, by(who))
const idOf = ({ data }: { data: unknown }) => (data as { approvalId: string }).approvalId

describe('cash within shifts alone', () => {
  const take = async (way: 3 | 4) => {
    const { orderId } = await book(t, w)
    return t.send(contract.payment.collect, { orderId, payKind: payKind.rent, amount: 100, payWay: way }, by('clerk'))
  }

  it('is refused without one by whatever call, other ways are not, and goes through once it was begun', async () => {
    expect(await take(payWay.cash)).toMatchObject({ success: true })
    await chooses({ shiftRequired: true, floatSigned: false })
    expect(await take(payWay.cash)).toMatchObject({ errorCode: 4017, message: '请先开班再收取现金' })
    expect(await take(payWay.bank)).toMatchObject({ success: true })
    const { orderId } = await book(t, w)
    const slip = await uploadPhotos(t, 'voucher', 1, w.tokens.clerk)
    const deposit = { orderId, kind: 1, mode: 1, amount: 300_000, payWay: payWay.cash, voucherIds: slip } as const
    expect(await t.send(contract.deposit.pay, deposit, by('clerk'))).toMatchObject({ errorCode: 4017 })
    const supplement = { orderId, reasonCode: 3, amount: 500, payMode: 2, payWay: payWay.cash } as const
    expect(await t.send(contract.supplement.save, supplement, by('clerk'))).toMatchObject({ errorCode: 4017 })
    // Somebody else's shift is not theirs.
    expect(await open(100, undefined, 'manager')).toMatchObject({ success: true })
    expect(await take(payWay.cash)).toMatchObject({ errorCode: 4017 })
    expect(await open(0)).toMatchObject({ success: true })
    expect(await take(payWay.cash)).toMatchObject({ success: true })
    expect(await t.send(contract.deposit.pay, deposit, by('clerk'))).toMatchObject({ success: true })
  })

  it('falls into the shift or is refused when it is closed at the same moment, never outside', async () => {
    await chooses({ shiftRequired: true, floatSigned: false })
    for (let round = 0; round < 4; round++) {
      const { id } = idOfShift(await open(0, '交接'))
      const [taken] = await Promise.all([take(payWay.cash), close(id, 0, 'clerk')])
      expect([0, 4017]).toContain(taken.errorCode)
      await close(id, 0, 'clerk').catch(() => undefined)
    }
    const { rows } = await t.root.query(
      `select count(*)::int as n from ledger_entry where merchant_id = $1 and account = 'cash_on_hand' and flow_kind = 1 and shift_id is null`,
      [w.merchantId],
    )
    expect(rows[0].n).toBe(0)
  })

  it('stays as it was for who saves ways and limits without it', async () => {
    await chooses({ shiftRequired: true, floatSigned: true })
    const { version } = await t.call(merchant.paySetting, {}, by('owner'))
    const choice = { payProfile: 1, payWays: [3], limits: { maxPayment: 100 }, version } as const
    await t.call(merchant.savePay, choice as never, by('owner'))
    expect((await t.call(merchant.paySetting, {}, by('owner'))).cashShifts).toEqual({
      shiftRequired: true,
      floatSigned: true,
    })
  })
})

describe('a float other than the last close', () => {
  it('needs a reason, more or less, and shows it; the float that the first shift of a store brings needs none', async () => {
    expect(await t.call(cashShift.state, { storeId: w.stores.hongqiao }, by('clerk'))).toMatchObject({
      left: null,
      first: true,
    })
    const { id } = idOfShift(await open(500))
    await close(id, 0, 'clerk')
    expect(await t.call(cashShift.state, { storeId: w.stores.hongqiao }, by('clerk'))).toMatchObject({
      outside: 500,
      left: 500,
      first: false,
    })
    expect(await open(600)).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    expect(await open(400)).toMatchObject({ errorCode: -2, message: expect.stringContaining('¥5.00') })
    const next = idOfShift(await open(500))
    await close(next.id, 0, 'clerk')
    expect(await open(400, '老板取走')).toMatchObject({ success: true })
    const { list } = await t.call(cashShift.page, {}, by('clerk'))
    expect(list.map((one) => [one.openingDifference, one.openingReason])).toEqual([
      [-100, '老板取走'],
      [0, ''],
      [500, '备用金'],
    ])
  })

  it('is signed by another where the merchant wants that, and by nobody where it agrees', async () => {
    await chooses({ shiftRequired: false, floatSigned: true })
    expect(await open(0)).toMatchObject({ success: true })
    const refused = await open(700, '备用金', 'finance')
    expect(refused).toMatchObject({ errorCode: 1036 })
    expect(await decide(idOf(refused), 'finance')).toMatchObject({ success: false })
    expect(await decide(idOf(refused), 'manager')).toMatchObject({ success: true })
    const headers = { 'x-approval-id': idOf(refused) }
    // What was agreed to is this sum.
    expect(await open(800, '备用金', 'finance', headers)).toMatchObject({ errorCode: 1036 })
    expect(await open(700, '备用金', 'finance', headers)).toMatchObject({ success: true })
  })
})

describe('a shift that another closes', () => {
  it('short by much is not signed by its own cashier', async () => {
    const { id } = idOfShift(await open(20_000, '备用金', 'manager'))
    const refused = await close(id, -9_000, 'owner')
    expect(refused).toMatchObject({ errorCode: 1036 })
    expect(await decide(idOf(refused), 'manager')).toMatchObject({ success: false })
    expect(await decide(idOf(refused), 'finance')).toMatchObject({ success: true })
    expect(await close(id, -9_000, 'owner', { 'x-approval-id': idOf(refused) })).toMatchObject({ success: true })
  })
})

it('a shift is seen on home, and whoever left it open overnight is told each morning until it is closed', async () => {
  const shift = async () => (await t.call(contract.overview.home, {}, by('clerk'))).shift
  const told = async () =>
    (
      await t.root.query(
        `select a.name from notification n join account a on a.id = n.account_id
          where n.merchant_id = $1 and n.title = '班次未交班' order by 1`,
        [w.merchantId],
      )
    ).rows.map(({ name }) => name)
  expect(await shift()).toBeNull()
  const { id } = idOfShift(await open(0))
  expect(await shift()).toMatchObject({ openedAt: TEST_NOW, overnight: false, cash: 0 })
  await runMerchants(t, 'shiftsLeftOpen')
  expect(await told()).toEqual([])
  t.clock.advance(DAY)
  expect(await shift()).toMatchObject({ overnight: true })
  await runMerchants(t, 'shiftsLeftOpen')
  const first = await told()
  expect(first).toContain('测试clerk')
  expect(first).toContain('测试finance')
  await runMerchants(t, 'shiftsLeftOpen')
  expect(await told()).toEqual(first)
  await close(id, 0, 'clerk')
  t.clock.advance(DAY)
  await runMerchants(t, 'shiftsLeftOpen')
  expect(await told()).toEqual(first)
})

it('the slip of cash handed in outside of shifts is seen by who answers for the money, of this merchant', async () => {
  const other = await makeWorld(t, { name: '别家租车' })
  const { id } = idOfShift(await open(50_000, '备用金'))
  await close(id, 0, 'clerk')
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  const ask = { storeId: w.stores.hongqiao, amount: 15_000, voucherIds, slipNo: 'BANK-1' }
  await t.call(cashShift.handIn, ask, by('finance'))
  expect((await t.call(cashShift.handIns, {}, by('finance'))).list).toMatchObject([
    { amount: 15_000, byName: '测试finance', slipNo: 'BANK-1', vouchers: [{ kind: 'image' }] },
  ])
  expect(await t.send(cashShift.handIns, {}, by('clerk'))).toMatchObject({ errorCode: -3 })
  expect((await t.call(cashShift.handIns, {}, { token: other.tokens.owner })).list).toEqual([])
})

describe('cash that nobody’s shift holds', () => {
  const loose = async (who: Who, storeId?: string) =>
    (await t.call(contract.overview.home, storeId ? { storeId } : {}, by(who))).unshifted
  const take = async (amount: number, who: Who, way: 3 | 4 = payWay.cash) => {
    const { orderId } = await book(t, w)
    await t.call(contract.payment.collect, { orderId, payKind: payKind.rent, amount, payWay: way }, by(who))
  }

  it('is on home of who took it and of who answers for the money, until a shift counts it', async () => {
    expect(await loose('clerk')).toBeNull()
    await take(30_000, 'clerk')
    await take(500, 'clerk', payWay.bank)
    await take(700, 'manager')
    expect([await loose('clerk'), await loose('owner')]).toEqual([30_000, 30_700])
    expect([await loose('owner', w.stores.hongqiao), await loose('owner', w.stores.pudong)]).toEqual([30_700, null])
    const { id } = idOfShift(await open(30_700))
    expect([await loose('clerk'), await loose('owner')]).toEqual([null, null])
    // What the shift holds is no loose cash, nor what it left when it ended.
    await take(1_000, 'clerk')
    await close(id, 0, 'clerk')
    expect(await loose('owner')).toBeNull()
    t.clock.advance(MINUTE)
    await take(200, 'clerk')
    expect(await loose('owner')).toBe(200)
    t.clock.advance(DAY)
    expect(await loose('owner')).toBeNull()
  })
})

describe('the payments of a shift', () => {
  it('are those behind its sums, page after page, of the cashier and of who answers for the money', async () => {
    const { id } = idOfShift(await open(0))
    const booked = [await book(t, w), await book(t, w), await book(t, w)]
    for (const [i, { orderId }] of booked.entries())
      await t.call(
        contract.payment.collect,
        { orderId, payKind: payKind.rent, amount: 100 * (i + 1), payWay: i === 0 ? payWay.bank : payWay.cash },
        by('clerk'),
      )
    const seen: (readonly [string | null, number, number, string | null])[] = []
    let cursor: string | undefined
    do {
      const page = await t.call(contract.payment.flowList, { shiftId: id, pageSize: 1, cursor }, by('clerk'))
      seen.push(...page.list.map((row) => [row.orderId, row.way, row.amount, row.cashierName] as const))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual([
      [booked[2]!.orderId, payWay.cash, 300, '测试clerk'],
      [booked[1]!.orderId, payWay.cash, 200, '测试clerk'],
      [booked[0]!.orderId, payWay.bank, 100, '测试clerk'],
    ])
    const { shift } = await t.call(cashShift.state, {}, by('clerk'))
    const sum = (way: number) => seen.filter(([, by]) => by === way).reduce((all, [, , fen]) => all + fen, 0)
    for (const { way, received } of shift!.lines) expect(sum(way)).toBe(received)
    expect((await t.call(contract.payment.flowList, { shiftId: id }, by('finance'))).list).toHaveLength(3)
    expect((await t.call(contract.payment.flowList, { shiftId: id }, by('manager'))).list).toHaveLength(3)
    expect((await t.call(cashShift.page, { shiftId: id }, by('clerk'))).list).toMatchObject([{ id }])
  })
})
