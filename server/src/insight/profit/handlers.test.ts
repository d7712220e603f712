import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { type CarSums, profitFigure, profitKeys } from '@cheyi/domain/insight/profit/profit'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { DAY } from '@cheyi/domain/time'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { at } from '../../testing/at.ts'
import { followEvents } from '../../testing/jobs.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import { clerk, fleet, orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 3, other: true, now: at('11-03T09:00') })
const { cost, profit, data } = contract

const car = (index = 0) => w.vehicles.lavida[index]!.id
const november = { from: '2026-11-01', to: '2026-11-30' } as const
const list = (more: object = {}, by = owner()) => t.call(profit.list, { ...november, ...more }, by)
const incomeOf = ({
  rent,
  service,
  other: more,
}: {
  rent: number | null
  service: number | null
  other: number | null
}) => rent! + service! + more!

/** Rentals of November, one after the other, and their cars. */
async function rentals(count = 2): Promise<string[]> {
  const vehicles: string[] = []
  for (let n = 0; n < count; n++) {
    const out = at('11-04T10:00') + n * 3 * DAY
    t.clock.set(out)
    const trip = { pickupAt: out, returnAt: out + 2 * DAY }
    const { orderId } = await handOut(t, w, { trip, form: { vehicleId: car(n) } })
    vehicles.push((await orderRow(orderId)).vehicleId)
    await bringBack(t, w, orderId, { at: out + 2 * DAY })
  }
  return vehicles
}

async function follow(now = at('12-05T10:00')): Promise<void> {
  t.clock.set(now)
  await t.root.query('delete from follower where merchant_id = $1', [w.merchantId])
  await followEvents(t)
}

describe('income of vehicles', () => {
  it('comes to the income of 数据概览, and opens into its orders', async () => {
    const vehicles = await rentals()
    await follow()
    const { list: rows, sum, withoutCar, until } = await list()
    expect(until).toBe('2026-12-04')
    const { figures } = await t.call(data.overview, { ...november, unit: 'month' }, owner())
    const revenue = figures.find(({ key }) => key === 'revenue')!.value
    expect(revenue).toBeGreaterThan(0)
    expect(incomeOf(sum!) + withoutCar!).toBe(revenue)
    expect(rows.reduce((all, { sums }) => all + incomeOf(sums), 0)).toBe(incomeOf(sum!))
    for (const vehicleId of new Set(vehicles)) {
      const own = rows.find((row) => row.vehicleId === vehicleId)!
      const { list: orders, sum: total } = await t.call(profit.income, { vehicleId, ...november }, owner())
      expect(total).toBe(incomeOf(own.sums))
      expect(orders.reduce((all, one) => all + incomeOf(one), 0)).toBe(total)
      const { list: life } = await t.call(profit.life, { vehicleId }, owner())
      expect(life.filter(({ type }) => type === 'rental').map(({ orderId }) => orderId)).toEqual(
        orders.map(({ orderId }) => orderId),
      )
    }
    for (const by of ['store', 'model', 'ownership', 'month'] as const) {
      const { list: groups } = await t.call(profit.groups, { ...november, by }, owner())
      expect(groups.reduce((all, { sums }) => all + incomeOf(sums), 0)).toBe(incomeOf(sum!))
    }
  })

  it('is shown with the permission for amounts only', async () => {
    await rentals(1)
    await follow()
    await t.call(cost.add, { vehicleId: car(), kind: costKind.parking, from: '2026-12-01', fen: 500 }, owner())
    const { list: rows, money, sum, withoutCar } = await list({ sort: 'rented' }, fleet())
    expect([money, withoutCar, sum!.rent, rows[0]!.sums.rent]).toEqual([false, null, null, null])
    expect(rows[0]!.sums.rented).toBeGreaterThan(0)
    const refused = await t.send(profit.list, { ...november, sort: 'income' }, fleet())
    expect(refused).toMatchObject({ errorCode: -3 })
    expect(await t.send(profit.income, { vehicleId: car() }, fleet())).toMatchObject({ errorCode: -3 })
    expect(await t.send(profit.list, november, clerk())).toMatchObject({ errorCode: -3 })
    expect(await t.send(profit.car, { vehicleId: other.vehicles.lavida[0]!.id }, owner())).toMatchObject({
      errorCode: -4,
    })
  })
})

describe('the list', () => {
  it('sorts by each figure in both directions, page by page', async () => {
    await rentals()
    for (const [index, fen] of [300, 9000, 40].entries())
      await t.call(cost.add, { vehicleId: car(index), kind: costKind.parking, from: '2026-11-08', fen }, owner())
    await follow()
    for (const sort of profitKeys)
      for (const order of ['desc', 'asc'] as const) {
        const whole = await list({ sort, order, pageSize: 100 })
        const { total } = whole
        const ids: string[] = []
        let cursor: string | undefined
        do {
          const page = await list({ sort, order, pageSize: 2, ...(cursor && { cursor }) })
          ids.push(...page.list.map(({ vehicleId }) => vehicleId))
          cursor = page.nextCursor ?? undefined
        } while (cursor !== undefined)
        expect(ids).toEqual(whole.list.map(({ vehicleId }) => vehicleId))
        expect(new Set(ids).size).toBe(total)
        const values = whole.list.map(({ sums }) => profitFigure(sort).of(sums as CarSums) ?? -1)
        expect(values).toEqual(values.toSorted((a, b) => (order === 'desc' ? b - a : a - b)))
      }
    const dear = await list({ sort: 'cost', pageSize: 3 })
    expect(dear.list.map(({ sums }) => sums.running)).toEqual([9000, 300, 40])
    expect((await list({ keyword: w.vehicles.lavida[1]!.plate.slice(1) })).list).toHaveLength(1)
    for (const [months, field] of [
      [{ from: '2027-02-01', to: '2027-03-01' }, 'from'],
      [{ from: '2026-11-01', to: '2026-10-01' }, 'to'],
      [{ from: '2025-10-01', to: '2026-11-01' }, 'to'],
    ] as const)
      expect(await t.send(profit.list, months, owner())).toMatchObject({ errorCode: -2, data: { field } })
  })
})

it('costs of vehicles by month are what plain SQL counts day by day, whatever was entered, voided and planned', async () => {
  const day = fc.nat(80).map((n) => new Date(Date.parse('2026-10-05') + n * DAY).toISOString().slice(0, 10))
  const entry = fc.record({
    index: fc.nat(2),
    kind: fc.constantFrom(costKind.parking, costKind.insurance, costKind.purchase, costKind.sale),
    from: day,
    days: fc.nat(400),
    fen: fc.integer({ min: -90_000, max: 900_000 }).filter((fen) => fen !== 0),
    voided: fc.boolean(),
  })
  const plan = fc.record({
    index: fc.nat(2),
    from: day,
    months: fc.integer({ min: 1, max: 30 }),
    fen: fc.integer({ min: 1, max: 9000 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 6 }),
      fc.array(plan, { maxLength: 2 }),
      async (entries, plans) => {
        for (const { index, days, voided, ...one } of entries) {
          const to = new Date(Date.parse(one.from) + days * DAY).toISOString().slice(0, 10)
          const { costId } = await t.call(cost.add, { vehicleId: car(index), ...one, to }, owner())
          if (voided) await t.call(cost.cancel, { costId, version: 1, reason: '录错' }, owner())
        }
        for (const { index, ...one } of plans)
          await t.call(cost.planAdd, { vehicleId: car(index), kind: costKind.finance, ...one }, owner())
        const { rows: reckoned } = await t.root.query(
          `select vehicle_id, month::text, sum(case when kind in (1, 2) then 0 else fen end)::int as running,
            sum(case kind when 1 then fen when 2 then -fen else 0 end)::int as capital
           from (select e.vehicle_id, e.kind, date_trunc('month', d)::date as month,
               round(e.fen * (d::date - e.from_on + 1)::numeric / (e.to_on - e.from_on + 1))
                 - round(e.fen * (d::date - e.from_on)::numeric / (e.to_on - e.from_on + 1)) as fen
             from vehicle_cost e, generate_series(e.from_on, e.to_on, '1 day') d where e.merchant_id = $1 and e.voided_at is null) x
          group by 1, 2 having sum(fen) <> 0 order by 1, 2`,
          [w.merchantId],
        )
        const { rows: kept } = await t.root.query(
          `select vehicle_id, month::text, running_fen::int as running, capital_fen::int as capital from vehicle_cost_month
          where merchant_id = $1 and (running_fen <> 0 or capital_fen <> 0) order by 1, 2`,
          [w.merchantId],
        )
        const told = (rows: { running: number; capital: number }[]) =>
          rows.filter(({ running, capital }) => running !== 0 || capital !== 0)
        expect(kept).toEqual(told(reckoned))
      },
    ),
    { numRuns: 12 },
  )
})

it('hints at a vehicle that stands and costs more than it earns', async () => {
  const vehicleId = car(2)
  await t.call(cost.add, { vehicleId, kind: costKind.parking, from: '2026-11-08', fen: 30_000 }, owner())
  await follow(at('12-05T10:00'))
  const shown = await t.call(profit.car, { vehicleId }, owner())
  expect(shown.hints).toMatchObject([{ kind: 'idle' }, { kind: 'loses', income: 0, cost: 30_000 }])
  expect(shown.months.find(({ month }) => month === '2026-11-01')!.sums).toMatchObject({ running: 30_000, rent: 0 })
  expect((await t.call(profit.car, { vehicleId }, fleet())).hints).toMatchObject([{ kind: 'idle' }])
})

const lavidas = () => ({ modelId: w.models.lavida })

describe('cars that lose money or stand', () => {
  it('are counted for all vehicles, come first, and can be listed alone', async () => {
    const [rented] = await rentals(1)
    const standing = [0, 1, 2].map(car).filter((id) => id !== rented)
    for (const [n, fen] of [40_000, 90_000].entries())
      await t.call(cost.add, { vehicleId: standing[n]!, kind: costKind.parking, from: '2026-11-08', fen }, owner())
    await follow()
    const whole = await list(lavidas())
    expect(whole.found).toMatchObject({ cars: 3, losing: 2, lost: -130_000, low: -90_000, idle: 2, idleCost: 130_000 })
    expect(whole.found!.high).toBeGreaterThan(0)
    expect(whole.list.map(({ vehicleId }) => vehicleId)).toEqual([standing[1], standing[0], rented])
    for (const only of ['losing', 'idle'] as const) {
      const part = await list({ ...lavidas(), only })
      expect(part.list.map(({ vehicleId }) => vehicleId)).toEqual([standing[1], standing[0]])
      expect(part).toMatchObject({ total: 2, sum: whole.sum, found: whole.found })
    }
    // Of no car at all there are figures, too.
    expect(await list({ keyword: '无此车牌' })).toMatchObject({
      list: [],
      total: 0,
      found: { cars: 0, losing: 0, idle: 0 },
    })
  })

  it('that lose money are told with the permission for amounts only', async () => {
    await rentals(1)
    await follow()
    expect((await list(lavidas(), fleet())).found).toMatchObject({
      losing: null,
      lost: null,
      low: null,
      high: null,
      idle: 2,
    })
    expect(await t.send(profit.list, { ...november, only: 'losing' }, fleet())).toMatchObject({ errorCode: -3 })
  })
})

it('a plate is found in each list as the product shows it, with blanks, small and full-width', async () => {
  const { id: vehicleId, plate } = w.vehicles.lavida[1]!
  const plan = { planStart: at('11-24T09:00'), planEnd: at('11-26T18:00') }
  await t.call(contract.ticket.maintenanceCreate, { vehicleId, type: 1, items: '保养', ...plan } as never, owner())
  await t.call(cost.add, { vehicleId, kind: costKind.parking, from: '2026-11-02', fen: 100 }, owner())
  await t.root.query('update vehicle set purchase_on = $2, purchase_fen = 100 where id = $1', [vehicleId, '2026-01-15'])
  const fullWidth = [...plate].map((sign) => (sign < '~' ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign))
  const forms = [displayPlate(plate), `${plate.slice(0, 2)} ${plate.slice(2)}`, plate.toLowerCase(), fullWidth.join('')]
  for (const keyword of forms) {
    const lists = await Promise.all([
      list({ keyword }),
      t.call(contract.asset.page, { keyword }, owner()),
      t.call(contract.inventory.list, { keyword }, owner()),
      t.call(contract.ticket.maintenancePage, { keyword }, owner()),
      t.call(contract.ticket.vehicles, { keyword }, owner()),
    ])
    expect(lists.map((one) => (Array.isArray(one) ? one : one.list).length)).toEqual(lists.map(() => 1))
  }
})
