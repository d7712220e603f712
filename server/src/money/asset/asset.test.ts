import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { assetState, disposalTax } from '@cheyi/domain/money/asset/codes'
import { payeeKind } from '@cheyi/domain/money/payable/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { booksAgree, moneyFaults } from '../../testing/world/bookings.ts'
import { car, clerk, finance, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* Cars as assets: what is posted of them when months are closed, their disposal and their loans. */

const { asset, closing, cost, payable, bookkeeping } = contract
ownMerchant({ cars: 4, now: at('10-20T10:00') })
beforeEach(async () => {
  t.clock.set(at('10-20T10:00'))
  // The books have begun in October.
  await t.root.query(
    `with txn as (insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id) values ($1, 8, 'J8:test', '2026-10-03', 0) returning id)
     insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen)
     select $1, txn.id, l.account, l.debit, l.credit from txn, (values ('cash_float', 100, 0), ('other_expense', 0, 100)) as l (account, debit, credit)`,
    [w.merchantId],
  )
})
afterEach(() => booksAgree(t))

/** A car that was bought, with its depreciation. */
async function buy(n: number, boughtOn: string, priceFen: number, residualFen: number, months: number) {
  const { id } = car(n)
  await t.root.query('update vehicle set purchase_on = $2, purchase_fen = $3 where id = $1', [id, boughtOn, priceFen])
  const [year, month] = boughtOn.split('-').map(Number)
  const from = new Date(Date.UTC(year!, month!, 1)).toISOString().slice(0, 10)
  await t.call(cost.planAdd, { vehicleId: id, kind: costKind.depreciation, from, months, fen: residualFen }, owner())
  return id
}
const turnOn = (from = '2026-10', posted = true, version = 0) =>
  t.send(asset.saveSettings, { posted, from, reason: '会计要求', version }, finance())
async function close(month: string, on: string) {
  t.clock.set(at(on))
  const { next } = await t.call(closing.state, {}, owner())
  for (const { kind, count, mayAccept } of next?.open ?? [])
    if (mayAccept) await t.call(closing.accept, { month, kind, count, reason: '月初先结账' }, owner())
  await t.call(closing.close, { month }, owner())
}
/** Closing balances of a month. */
async function balances(month: string): Promise<Record<string, number>> {
  const { list } = await t.call(closing.balance, { month }, finance())
  return Object.fromEntries(list.flatMap((row) => (row.closing === 0 ? [] : [[row.account, row.closing]])))
}
const detail = (vehicleId: string) => t.call(asset.detail, { vehicleId }, finance())
/** As whoever withdraws a car and disposes of it. */
const leave = (vehicleId: string) =>
  t.root.query(
    `with clock as materialized (select set_config('app.now', $2, true) as now)
     update vehicle set lifecycle = 3 from clock where id = $1 and clock.now <> ''`,
    [vehicleId, new Date(t.clock.now()).toISOString()],
  )
const sell = (vehicleId: string, more: Partial<InputOf<typeof asset.dispose>> = {}) =>
  t.send(
    asset.dispose,
    {
      vehicleId,
      disposedOn: '2026-10-25',
      proceeds: 6_180_000,
      taxKind: disposalTax.reduced,
      received: false,
      ...more,
    },
    finance(),
  )

describe('the list of assets', () => {
  it('has each car of the merchant as of a month, with totals, and as a file', async () => {
    const first = await buy(0, '2026-01-15', 12_000_000, 0, 12)
    await buy(1, '2026-09-10', 6_000_000, 600_000, 36)
    await t.root.query('update vehicle set ownership = 2 where id = $1', [car(2).id])
    await t.call(cost.add, { vehicleId: first, kind: costKind.purchase, from: '2026-10-02', fen: 1_000_000 }, owner())
    const { list, sums } = await t.call(asset.page, { month: '2026-10' }, finance())
    const shown = list.filter(({ cost: fen }) => fen > 0)
    // What was paid after the depreciation was planned stays until it is estimated anew.
    expect(shown).toMatchObject([
      {
        cost: 13_000_000,
        lifeMonths: 12,
        residual: 1_000_000,
        monthly: 1_000_000,
        depreciated: 9_000_000,
        net: 4_000_000,
      },
      { cost: 6_000_000, lifeMonths: 36, residual: 600_000, residualBp: 1000, monthly: 150_000, depreciated: 150_000 },
    ])
    expect(sums).toEqual({ cost: 19_000_000, monthly: 1_150_000, depreciated: 9_150_000, net: 9_850_000 })
    expect(list.map(({ vehicleId }) => vehicleId)).not.toContain(car(2).id)
    const early = await t.call(asset.page, { month: '2026-01' }, finance())
    expect(early.list.find(({ vehicleId }) => vehicleId === first)).toMatchObject({ cost: 12_000_000, depreciated: 0 })
    const lacking = await t.call(asset.page, { state: assetState.lacking }, finance())
    expect(lacking.list.every(({ lifeMonths }) => lifeMonths === 0)).toBe(true)
    const pages = await t.call(asset.page, { pageSize: 1 }, finance())
    expect(pages.total).toBeGreaterThan(2)
    const more = await t.call(asset.page, { pageSize: 1, cursor: pages.nextCursor ?? undefined }, finance())
    expect(more.list[0]!.vehicleId).not.toBe(pages.list[0]!.vehicleId)

    await t.call(asset.exportAll, { month: '2026-10' }, finance())
    await workOff(t.jobs, bulk)
    const { rows } = await t.root.query('select state from job where merchant_id = $1 order by id desc limit 1', [
      w.merchantId,
    ])
    expect(rows).toEqual([{ state: 2 }])
    expect(await t.send(asset.page, {}, clerk())).toMatchObject({ errorCode: -3 })
    expect(
      await t.send(asset.saveSettings, { posted: true, from: '2026-10', reason: 'x', version: 0 }, clerk()),
    ).toMatchObject({ errorCode: -3 })
  })

  it('spreads what is left when the life of a car is estimated anew', async () => {
    const id = await buy(0, '2026-01-15', 12_000_000, 0, 12)
    const { list } = await t.call(cost.plans, { vehicleId: id }, owner())
    await t.call(cost.planEnd, { planId: list[0]!.planId, version: 1, from: '2026-11-01' }, owner())
    const plan = { vehicleId: id, kind: costKind.depreciation, from: '2026-11-01', months: 10, fen: 500_000 } as const
    expect(await t.send(cost.planAdd, { ...plan, from: '2026-10-01' }, owner())).toMatchObject({
      data: { field: 'from' },
    })
    expect(await t.send(cost.planAdd, { ...plan, fen: 3_000_000 }, owner())).toMatchObject({ data: { field: 'fen' } })
    await t.call(cost.planAdd, plan, owner())
    t.clock.set(at('11-20T10:00'))
    expect((await detail(id)).asset).toMatchObject({
      ...{ lifeMonths: 19, residual: 500_000, monthly: 250_000, depreciated: 9_250_000, net: 2_750_000 },
    })
    expect((await t.call(cost.plans, { vehicleId: id }, owner())).bookValue).toBe(2_750_000)
  })
})

describe('closing a month', () => {
  it('posts nothing of cars unless the merchant chose it', async () => {
    await buy(0, '2026-01-15', 12_000_000, 0, 12)
    await close('2026-10', '11-05T10:00')
    expect(Object.keys(await balances('2026-10')).toSorted()).toEqual(
      [account.cashFloat, account.otherExpense].toSorted(),
    )
  })

  it('posts what cars cost and have lost before as their opening, and each month its depreciation once', async () => {
    const old = await buy(0, '2026-01-15', 12_000_000, 0, 12)
    await turnOn()
    await close('2026-10', '11-05T10:00')
    expect(await balances('2026-10')).toMatchObject({
      [account.fixedAsset]: 12_000_000,
      [account.depreciation]: -9_000_000,
      [account.assetOpening]: -4_000_000,
      [account.carCost]: 1_000_000,
    })
    // One that was bought since is owed to whoever sold it.
    await buy(1, '2026-11-02', 2_400_000, 0, 24)
    await close('2026-11', '12-05T10:00')
    expect(await balances('2026-11')).toMatchObject({
      [account.fixedAsset]: 14_400_000,
      [account.depreciation]: -10_000_000,
      [account.assetOpening]: -4_000_000,
      [account.assetPayable]: -2_400_000,
      [account.carCost]: 2_000_000,
    })
    expect((await detail(old)).posted).toEqual([
      { month: '2026-11-01', cost: 0, opening: 0, depreciation: 1_000_000 },
      { month: '2026-10-01', cost: 12_000_000, opening: 8_000_000, depreciation: 1_000_000 },
    ])
    const { rows } = await t.root.query(
      `select idem_key as key from ledger_txn where merchant_id = $1 and journal = 29 order by 1`,
      [w.merchantId],
    )
    expect(rows.map((row) => row.key)).toEqual(['J29:2026-10', 'J29:2026-11'])
  })

  it('is a choice with its reason, from an open month on, which stays once it was posted', async () => {
    await buy(0, '2026-01-15', 12_000_000, 0, 12)
    await close('2026-10', '11-05T10:00')
    expect(await turnOn('2026-10')).toMatchObject({ errorCode: -2, data: { field: 'from' } })
    expect(await turnOn('2028-01')).toMatchObject({ errorCode: -2, data: { field: 'from' } })
    expect(await turnOn('2026-11')).toMatchObject({ success: true })
    expect(await turnOn('2026-11')).toMatchObject({ errorCode: -5 })
    await close('2026-11', '12-05T10:00')
    expect(await turnOn('2026-12', true, 1)).toMatchObject({ errorCode: -2, data: { field: 'from' } })
    expect(await turnOn('2026-11', false, 1)).toMatchObject({ success: true })
    expect(await t.call(asset.settings, {}, finance())).toMatchObject({
      posted: false,
      from: '2026-11-01',
      begun: true,
    })
  })

  it('has the list in the file of the auditor, and the vouchers of the merchant’s software', async () => {
    await buy(0, '2026-01-15', 12_000_000, 0, 12)
    await turnOn()
    await close('2026-10', '11-05T10:00')
    await t.call(bookkeeping.make, { month: '2026-10' }, finance())
    await workOff(t.jobs, bulk)
    const { list } = await t.call(bookkeeping.list, { month: '2026-10' }, finance())
    const lines = list.flatMap((voucher) => voucher.lines)
    expect(
      lines.filter(({ journal }) => journal === 29).map(({ code, debit, credit }) => [code, debit, credit]),
    ).toEqual(
      expect.arrayContaining([
        ['1601', 12_000_000, 0],
        ['1602', 0, 9_000_000],
        ['540102', 1_000_000, 0],
        ['310415', 0, 4_000_000],
      ]),
    )
  })
})

describe('a disposal', () => {
  it('takes a car out of the books with its gain and tax, when its month is closed', async () => {
    const id = await buy(0, '2026-01-15', 12_000_000, 0, 12)
    await turnOn()
    expect(await sell(id)).toMatchObject({ errorCode: -2, data: { field: 'vehicleId' } })
    await leave(id)
    expect((await detail(id)).asset.state).toBe(assetState.toDispose)
    t.clock.set(at('10-26T10:00'))
    expect(await sell(id, { disposedOn: '2026-10-27' })).toMatchObject({ data: { field: 'disposedOn' } })
    expect(await sell(id, { disposedOn: '2026-01-14' })).toMatchObject({ data: { field: 'disposedOn' } })
    // 61,800 with 1,200 of tax, for a net value of 30,000.
    expect(await sell(id)).toMatchObject({ data: { gain: 3_060_000 } })
    expect(await sell(id)).toMatchObject({ errorCode: -2, data: { field: 'vehicleId' } })
    const sold = await detail(id)
    expect(sold.asset).toMatchObject({ state: assetState.disposed, net: 0, proceeds: 6_180_000, gain: 3_060_000 })
    expect(sold.disposal).toMatchObject({ tax: 120_000, net: 3_000_000, receivedOn: null, bookedOn: null })
    const { disposalId } = sold.disposal!
    await t.call(asset.disposalReceive, { disposalId, version: 1 }, finance())
    expect(await t.send(asset.disposalReceive, { disposalId, version: 2 }, finance())).toMatchObject({ errorCode: -2 })
    await close('2026-10', '11-05T10:00')
    expect(await balances('2026-10')).toMatchObject({
      [account.bank]: 6_180_000,
      [account.assetOpening]: -4_000_000,
      [account.carCost]: 1_000_000,
      [account.disposalTax]: -120_000,
      [account.disposalGain]: -3_060_000,
    })
    expect(await balances('2026-10')).not.toHaveProperty(account.fixedAsset)
    expect(await balances('2026-10')).not.toHaveProperty(account.depreciation)
    expect(await balances('2026-10')).not.toHaveProperty(account.disposalReceivable)
    // Its sale is among its costs, once, and it costs nothing after.
    const { sums } = await t.call(cost.page, { vehicleId: id }, owner())
    expect(sums!.find(({ kind }) => kind === costKind.sale)).toEqual({ kind: costKind.sale, fen: 6_180_000 })
    await close('2026-11', '12-05T10:00')
    expect((await balances('2026-11'))[account.carCost]).toBe(1_000_000)
  })

  it('that was wrong is reversed, and recorded again', async () => {
    const id = await buy(0, '2026-01-15', 12_000_000, 0, 12)
    await turnOn()
    await leave(id)
    t.clock.set(at('10-26T10:00'))
    await sell(id, { proceeds: 2_000_000, taxKind: disposalTax.none, received: true })
    await close('2026-10', '11-05T10:00')
    expect(await balances('2026-10')).toMatchObject({ [account.disposalLoss]: 1_000_000, [account.bank]: 2_000_000 })
    const { disposal } = await detail(id)
    expect(disposal).toMatchObject({ gain: -1_000_000, bookedOn: '2026-10-31' })
    const cancel = { disposalId: disposal!.disposalId, version: disposal!.version, reason: '金额录错' }
    expect(await t.send(asset.disposalCancel, { ...cancel, version: 9 }, finance())).toMatchObject({ errorCode: -5 })
    await t.call(asset.disposalCancel, cancel, finance())
    await booksAgree(t)
    expect(await sell(id, { proceeds: 3_500_000 })).toMatchObject({ errorCode: -2, data: { field: 'disposedOn' } })
    await t.call(
      asset.dispose,
      { vehicleId: id, disposedOn: '2026-11-04', proceeds: 3_500_000, taxKind: disposalTax.none, received: false },
      finance(),
    )
    const { sums } = await t.call(cost.page, { vehicleId: id }, owner())
    expect(sums!.find(({ kind }) => kind === costKind.sale)?.fen).toBe(3_500_000)
    await close('2026-11', '12-05T10:00')
    expect(await balances('2026-11')).toMatchObject({
      [account.disposalReceivable]: 3_500_000,
      [account.disposalGain]: -1_500_000 + 1_000_000,
    })
  })

  it('with a wrong day that is taken back gives the car its depreciation and its loan again', async () => {
    const id = await buy(0, '2026-01-15', 12_000_000, 0, 36)
    const loan = { vehicleId: id, kind: costKind.finance, from: '2026-02-01', months: 36, fen: 250_000 } as const
    await t.call(cost.planAdd, loan, owner())
    t.clock.set(at('12-06T10:00'))
    await leave(id)
    const december = async () => {
      const month = { from: '2026-12-01', to: '2026-12-01' }
      const { sums } = await t.call(cost.page, { vehicleId: id, ...month }, owner())
      return Object.fromEntries(sums!.map(({ kind, fen }) => [kind, fen]))
    }
    const ends = async () =>
      (await t.call(cost.plans, { vehicleId: id }, owner())).list.map(({ endedMonth }) => endedMonth)
    const before = [await december(), await ends(), (await detail(id)).asset.net]
    await sell(id, { disposedOn: '2026-11-15' })
    expect(await december()).not.toHaveProperty(String(costKind.depreciation))
    const { disposal } = await detail(id)
    const cancel = { disposalId: disposal!.disposalId, version: disposal!.version, reason: '日期填错' }
    await t.call(asset.disposalCancel, cancel, finance())
    expect([await december(), await ends(), (await detail(id)).asset.net]).toEqual(before)
    await sell(id, { disposedOn: '2026-12-06', proceeds: 0, taxKind: disposalTax.none })
    expect(await december()).toEqual(before[0])
    expect((await detail(id)).asset.gain).toBe(-before[2]!)
  })

  it('that nobody recorded hinders the closing until it is recorded or accepted', async () => {
    const id = await buy(0, '2026-01-15', 12_000_000, 0, 12)
    await turnOn()
    await leave(id)
    t.clock.set(at('11-05T10:00'))
    const { next } = await t.call(closing.state, {}, owner())
    expect(next!.open).toMatchObject([{ kind: 'carsToDispose', count: 1, mayAccept: true }])
  })
})

describe('leases and interest of loans', () => {
  const plan = (n: number, fen: number, months = 6) =>
    t.call(cost.planAdd, { vehicleId: car(n).id, kind: costKind.finance, from: '2026-10-01', months, fen }, owner())
  const addPayee = async (kind: number, name: string) =>
    (await t.call(payable.payeeAdd, { kind, name } as never, finance())).payeeId
  const bill = async (payeeId: string, amount: number, billedOn: string, month: string) => {
    const { list } = await t.call(payable.unbilledCosts, { pageSize: 100 }, finance())
    const of = list.filter((one) => one.amount === amount && one.on.startsWith(month))
    return t.call(
      payable.billCosts,
      {
        ...{ payeeId, what: '租金', billedOn },
        costs: of.map(({ origin, refId }) => ({ origin, refId, amount })),
      },
      finance(),
    )
  }

  it('are costs of their months once, whether the bill comes before, after or never, or is cancelled', async () => {
    await turnOn()
    for (const [n, fen] of [300_000, 200_000, 100_000, 50_000].entries()) await plan(n, fen)
    const lessor = await addPayee(payeeKind.lessor, '安吉租赁')
    await bill(lessor, 300_000, '2026-10-20', '2026-10')
    const { billId } = await bill(lessor, 200_000, '2026-10-20', '2026-10')
    await close('2026-10', '11-05T10:00')
    expect(await balances('2026-10')).toMatchObject({ [account.carCost]: 650_000, [account.payable]: -650_000 })
    // A late bill takes over what was booked; one that is cancelled is booked again with the next month.
    await bill(lessor, 100_000, '2026-11-04', '2026-10')
    await t.call(payable.billCancel, { billId, version: 1, reason: '金额有误' }, finance())
    await booksAgree(t)
    await close('2026-11', '12-05T10:00')
    expect(await balances('2026-11')).toMatchObject({ [account.carCost]: 1_300_000, [account.payable]: -1_300_000 })
    await bill(lessor, 200_000, '2026-12-04', '2026-10')
    t.clock.set(at('12-06T10:00'))
    expect(await balances('2026-12')).toMatchObject({ [account.carCost]: 1_300_000, [account.payable]: -1_300_000 })
  })

  it('are never twice in the books, in whatever order bills are entered and cancelled and months are closed', async () => {
    await turnOn()
    const rents = [310_000, 210_000, 110_000, 60_000]
    for (const [n, fen] of rents.entries()) await plan(n, fen, 2)
    const dep = await buy(0, '2026-01-15', 12_000_000, 0, 12)
    const lessor = await addPayee(payeeKind.lessor, '安吉租赁')
    let seed = 7
    const dice = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % n
    }
    const live: string[] = []
    async function muddle(on: string, until: string) {
      t.clock.set(at(on))
      for (let turn = 0; turn < 8; turn++) {
        if (live.length > 0 && dice(3) === 0) {
          const [billId] = live.splice(dice(live.length), 1)
          await t.call(payable.billCancel, { billId: billId!, version: 1, reason: '重开' }, finance())
          continue
        }
        const { list } = await t.call(payable.unbilledCosts, { pageSize: 100 }, finance())
        const due = list.filter((one) => one.on <= until)
        if (due.length === 0) continue
        const some = due.filter(() => dice(2) === 0)
        const { billId } = await t.call(
          payable.billCosts,
          {
            ...{ payeeId: lessor, what: '租金', billedOn: until },
            costs: (some.length > 0 ? some : due).map(({ origin, refId, amount }) => ({ origin, refId, amount })),
          },
          finance(),
        )
        live.push(billId)
      }
      await booksAgree(t)
    }
    await muddle('10-25T10:00', '2026-10-25')
    await close('2026-10', '11-05T10:00')
    await muddle('11-06T10:00', '2026-11-06')
    await close('2026-11', '12-05T10:00')
    await muddle('12-06T10:00', '2026-12-06')
    // Whatever was cancelled meanwhile is listed, and in the books with the next closing: both together are each cost once.
    const { list } = await t.call(payable.unbilledCosts, { pageSize: 100 }, finance())
    const { rows } = await t.root.query(
      `select coalesce(sum(fen), 0)::int as fen from payable_accrual where merchant_id = $1 and bill_id is null`,
      [w.merchantId],
    )
    const whole = rents.reduce((sum, fen) => sum + 2 * fen, 0)
    const unbilled = list
      .filter(({ vehicleId }) => vehicleId !== undefined)
      .reduce((sum, { amount }) => sum + amount, 0)
    const booked = (await balances('2026-12'))[account.carCost]! - 2_000_000
    expect(booked).toBe(whole - (unbilled - rows[0].fen))
    expect(booked).toBeLessThanOrEqual(whole)
    expect((await detail(dep)).posted).toHaveLength(2)
  })

  it('cannot be billed by hand besides', async () => {
    const lender = await addPayee(payeeKind.lender, '上汽金融')
    const typed = { payeeId: lender, amount: 1000, what: '利息', billedOn: '2026-10-20' }
    expect(await t.send(payable.billAdd, typed, finance())).toMatchObject({ success: true })
    await turnOn('2026-11')
    expect(await t.send(payable.billAdd, typed, finance())).toMatchObject({ success: true })
    t.clock.set(at('11-05T10:00'))
    expect(await t.send(payable.billAdd, { ...typed, billedOn: '2026-11-04' }, finance())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('未开账单费用'),
    })
  })
})

describe('a loan', () => {
  it('is a debt that repayments lower, and no cost', async () => {
    const vehicleId = car(0).id
    const add = (more: object = {}) =>
      t.send(
        asset.loanAdd,
        { vehicleId, lender: '上汽金融', principal: 5_000_000, takenOn: '2026-06-01', ...more } as never,
        finance(),
      )
    expect(await add({ takenOn: '2026-12-01' })).toMatchObject({ data: { field: 'takenOn' } })
    expect(await add({ repaid: 5_000_000 })).toMatchObject({ data: { field: 'repaid' } })
    expect(await add({ repaid: 1_000_000 })).toMatchObject({ success: true })
    await turnOn()
    expect(await add({ principal: 900_000, takenOn: '2026-10-02' })).toMatchObject({ success: true })
    const loans = async () => (await detail(vehicleId)).loans
    const [young, old] = await loans()
    const pay = (loanId: string, version: number, amount: number, paidOn = '2026-10-18') =>
      t.send(asset.loanRepay, { loanId, version, amount, paidOn }, finance())
    expect(await pay(old!.loanId, old!.version, 4_000_001)).toMatchObject({ data: { field: 'amount' } })
    expect(await pay(old!.loanId, old!.version, 100_000)).toMatchObject({ success: true })
    expect(await pay(old!.loanId, old!.version, 100_000)).toMatchObject({ errorCode: -5 })
    await booksAgree(t)
    await close('2026-10', '11-05T10:00')
    expect(await balances('2026-10')).toMatchObject({
      [account.carLoan]: -4_800_000,
      [account.bank]: -100_000,
      [account.assetOpening]: 4_000_000,
      [account.assetPayable]: 900_000,
    })
    expect(await balances('2026-10')).not.toHaveProperty(account.carCost)
    const [, booked] = await loans()
    expect(await pay(booked!.loanId, booked!.version, 100_000, '2026-10-20')).toMatchObject({
      data: { field: 'paidOn' },
    })
    const undo = (n: number) =>
      t.send(asset.loanRepayUndo, { repaymentId: booked!.repayments[n]!.repaymentId, reason: '重复登记' }, finance())
    // What entered the books with the loan stays.
    expect(await undo(1)).toMatchObject({ errorCode: -2 })
    expect(
      await t.send(asset.loanCancel, { loanId: booked!.loanId, version: booked!.version, reason: '录错' }, finance()),
    ).toMatchObject({ errorCode: -2 })
    expect(await undo(0)).toMatchObject({ success: true })
    expect(await undo(0)).toMatchObject({ success: true })
    const [kept] = await loans()
    await t.call(asset.loanCancel, { loanId: young!.loanId, version: kept!.version, reason: '录错' }, finance())
    expect(await balances('2026-11')).toMatchObject({
      [account.carLoan]: -4_000_000,
      [account.assetOpening]: 4_000_000,
    })
  })
})

describe('the comparison with the books', () => {
  it('finds each planted error', async () => {
    const id = await buy(0, '2026-01-15', 12_000_000, 0, 12)
    const sold = await buy(1, '2026-01-15', 12_000_000, 0, 12)
    await turnOn()
    await leave(sold)
    t.clock.set(at('10-26T10:00'))
    await sell(sold, { received: true })
    await t.call(
      asset.loanAdd,
      { vehicleId: id, lender: '上汽金融', principal: 5_000_000, takenOn: '2026-10-02' },
      finance(),
    )
    const [loan] = (await detail(id)).loans
    await t.call(asset.loanRepay, { loanId: loan!.loanId, version: 1, amount: 100, paidOn: '2026-10-20' }, finance())
    await close('2026-10', '11-05T10:00')
    await booksAgree(t)
    const of = `merchant_id = ${w.merchantId}`
    for (const [planted, undone, what] of [
      [`asset_month set cost_fen = cost_fen + 1`, `asset_month set cost_fen = cost_fen - 1`, '固定资产原值'],
      [`asset_month set opening_fen = opening_fen + 1`, `asset_month set opening_fen = opening_fen - 1`, '累计折旧'],
      [
        `asset_month set depreciation_fen = depreciation_fen + 1`,
        `asset_month set depreciation_fen = depreciation_fen - 1`,
        '折旧与凭证',
      ],
      [
        `asset_month set opening_fen = opening_fen + 90000000`,
        `asset_month set opening_fen = opening_fen - 90000000`,
        '大于原值',
      ],
      [`asset_disposal set received_posted = false`, `asset_disposal set received_posted = true`, '应收处置款'],
      [
        `asset_disposal set gain_fen = gain_fen + 1, tax_fen = tax_fen - 1`,
        `asset_disposal set gain_fen = gain_fen - 1, tax_fen = tax_fen + 1`,
        '处置应交增值税',
      ],
      [
        `asset_disposal set gain_fen = gain_fen - 1, cost_fen = cost_fen + 1`,
        `asset_disposal set gain_fen = gain_fen + 1, cost_fen = cost_fen - 1`,
        '与资产账不一致',
      ],
      [`car_loan set booked_fen = booked_fen + 1`, `car_loan set booked_fen = booked_fen - 1`, '车辆贷款余额'],
      [`car_loan set repaid_fen = repaid_fen + 1`, `car_loan set repaid_fen = repaid_fen - 1`, '已还本金'],
    ] as const) {
      await t.root.query(`update ${planted} where ${of}`)
      expect((await moneyFaults(t)).map((fault) => fault.what).join(), planted).toContain(what)
      await t.root.query(`update ${undone} where ${of}`)
    }
  })
})
