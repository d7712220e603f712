import { contract } from '@cheyi/contract/index'
import { expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { moneyFaults } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { driveLong, saveLongPrices } from '../../testing/world/long.ts'
import { finance, manager, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { closeMonth } from '../../testing/world/months.ts'
import { agree, follow, make, mobilesOfTests, newOwner, statementOf } from '../../testing/world/owners.ts'

/*
 * One income of a month on a real server: in the ledger, the figures, the cars, the statements of owners and the vouchers, before and after
 * the month is closed. The rule itself is tried with hundreds of lives in `packages/domain/src/insight/data/one-income.test.ts`.
 */

vi.setConfig({ testTimeout: 120_000 })
ownMerchant({ cars: 6, now: at('11-20T09:00') })
mobilesOfTests()

const income = ['rent_income', 'service_income', 'penalty_income', 'damage_income', 'violation_income']
const car = (index: number) => w.vehicles.lavida[index]!.id

/** The income of a month by each of the pages that say it: they must agree. */
async function five(month: string, days: { from: string; to: string }) {
  await follow(t.clock.now())
  const { list } = await t.call(contract.closing.balance, { month }, owner())
  const ledger = list.reduce(
    (sum, { account, debit, credit }) => (income.includes(account) ? sum + credit - debit : sum),
    0,
  )
  const { figures } = await t.call(contract.data.overview, days, owner())
  const figure = (key: string) => figures.find((one) => one.key === key)!.value!
  const span = { from: `${month}-01`, to: `${month}-01`, pageSize: 100 }
  const cars = await t.call(contract.profit.list, span, owner())
  return {
    ledger,
    figures: figure('revenue') + figure('other'),
    cars: cars.list.reduce((sum, { sums }) => sum + sums.rent! + sums.service! + sums.other!, cars.withoutCar!),
    ofCar: cars.list.map(({ vehicleId, sums }) => [vehicleId, sums.rent! + sums.service! + sums.other!]).toSorted(),
    late: figure('late'),
  }
}
const november = { from: '2026-11-01', to: '2026-11-30' } as const
const december = { from: '2026-12-01', to: '2026-12-31' } as const

const rent = async (index: number, from: string, to: string) =>
  (await handOut(t, w, { trip: { pickupAt: at(from), returnAt: at(to) }, form: { vehicleId: car(index) } })).orderId

it('is one before and after the month is closed, whatever comes back early, late, or is undone', async () => {
  await saveLongPrices(t, w)
  const ownerId = await newOwner()
  await agree(ownerId)
  const early = await rent(0, '11-26T10:00', '12-08T10:00')
  const soon = await rent(1, '11-27T10:00', '12-06T10:00')
  const undone = await rent(2, '11-28T10:00', '12-03T10:00')
  const late = await rent(3, '11-28T12:00', '11-30T12:00')
  await driveLong(t, w, { pickupAt: at('11-29T10:00'), termMonths: 3 }, { vehicleId: car(4) })

  t.clock.set(at('12-01T00:30'))
  await runDue(t, 'monthEnd')
  const before = await five('2026-11', november)
  expect(before.ledger).toBeGreaterThan(0)
  expect([before.figures, before.cars]).toEqual([before.ledger, before.ledger])

  // Back early after the month ended, and before it is closed; and late since the month before.
  await bringBack(t, w, early, { at: at('12-02T08:00') })
  await bringBack(t, w, late, { at: at('12-02T08:30') })
  expect(await five('2026-11', november)).toEqual(before)
  await make('2026-11-01')
  const shared = (await statementOf(ownerId, '2026-11-01')).parts
  const ofOwner = shared.reduce((sum, part) => sum + part.rent + part.service + part.other, 0)
  expect(ofOwner).toBe(before.ofCar.find(([vehicleId]) => vehicleId === car(0))![1])

  t.clock.set(at('12-02T09:00'))
  await closeMonth(t, w.tokens.owner, '2026-11')
  await t.call(contract.bookkeeping.make, { month: '2026-11' }, finance())
  await workOff(t.jobs, bulk)
  const vouchers = await t.root.query(
    `select sum(credit_fen - debit_fen)::int as fen from bookkeeping_line where merchant_id = $1 and month = '2026-11-01' and account = any ($2)`,
    [w.merchantId, income],
  )
  const taxed = await t.root.query(
    `select coalesce(sum(credit_fen - debit_fen), 0)::int as fen from bookkeeping_line where merchant_id = $1 and month = '2026-11-01' and account = 'output_tax'`,
    [w.merchantId],
  )
  expect(vouchers.rows[0].fen + taxed.rows[0].fen).toBe(before.ledger)

  await bringBack(t, w, soon, { at: at('12-02T10:00') })
  await bringBack(t, w, undone, { at: at('12-02T11:00') })
  t.clock.set(at('12-02T11:05'))
  await t.call(
    contract.order.updateStatus,
    { orderId: undone, action: 'undoReturn', reason: '客户继续用车' },
    manager(),
  )
  await bringBack(t, w, undone, { at: at('12-03T09:00'), mileageKm: 10_200 })
  expect(await five('2026-11', november)).toEqual(before)

  t.clock.set(Date.parse('2027-01-01T00:30:00+08:00'))
  await runDue(t, 'monthEnd')
  const after = await five('2026-12', december)
  expect([after.figures, after.cars]).toEqual([after.ledger, after.ledger])
  expect(await five('2026-11', november)).toEqual(before)
  expect(await moneyFaults(t)).toEqual([])

  // Each sum is compared with the books: an error behind everybody is found.
  const plant = async (sql: string) => {
    await t.root.query('set session_replication_role = replica')
    await t.root.query(sql, [w.merchantId])
    await t.root.query('set session_replication_role = origin')
    return (await moneyFaults(t)).map(({ what }) => what.replace(/J8:\d+:/, 'J8:#:'))
  }
  const first = `id = (select min(id) from ledger_txn where merchant_id = $1 and earned_days is not null and posted_on = '2026-11-30')`
  const move = (by: string) =>
    `update ledger_txn set earned_days = jsonb_set(earned_days, '{0,rentFen}', to_jsonb((earned_days -> 0 ->> 'rentFen')::int ${by}))
      where merchant_id = $1 and ${first}`
  expect(await plant(move('+ 1'))).toEqual(['凭证 J8:#:2026-11 分到各日的租金与分录不一致'])
  await plant(move('- 1'))
  const day = (to: string) =>
    `update ledger_txn set earned_days = jsonb_set(earned_days, '{0,day}', '"${to}"') where merchant_id = $1 and ${first}`
  expect(await plant(day('2026-10-31'))).toEqual(['凭证 J8:#:2026-11 分到各日的收入有不属于当月的日期'])
  await plant(day('2026-11-26'))
  const told = (by: string) =>
    `update figure_car_order set rent_fen = rent_fen ${by} where merchant_id = $1 and month = '2026-11-01' and vehicle_id = ${car(0)}`
  expect(await plant(told('+ 1'))).toEqual(['2026-11 数据概览和车辆收益与账簿的收入不一致'])
  expect(await plant(told('- 1'))).toEqual([])
})
