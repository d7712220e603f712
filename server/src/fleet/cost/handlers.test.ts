import { contract } from '@cheyi/contract/index'
import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { costImportHeading } from '@cheyi/domain/fleet/cost/import/columns'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { costPayers } from '@cheyi/domain/fleet/ticket/codes'
import { describe, expect, it, vi } from 'vitest'
import { newClient } from '../../kernel/db/pools.ts'
import { at } from '../../testing/at.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { tableDesk } from '../../testing/world/imports.ts'
import { clerk, finance, fleet, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

// Tables are read in a process of their own.
vi.setConfig({ testTimeout: 60_000 })

ownMerchant({ cars: 2, other: true })
const { cost, ticket, closing, inventory } = contract

const car = (index = 0) => w.vehicles.lavida[index]!.id
const add = (more: object = {}, by = owner()) =>
  t.send(cost.add, { vehicleId: car(), kind: costKind.parking, from: '2026-11-10', fen: 3000, ...more } as never, by)
const page = (more: object = {}, by = owner()) => t.call(cost.page, { vehicleId: car(), ...more }, by)
/** The sums of a car by month, as the lists of profit read them. */
const months = async (vehicleId = car()) =>
  (
    await t.root.query(
      `select month::text, running_fen::int as running, depreciation_fen::int as depreciation, capital_fen::int as capital
         from vehicle_cost_month where vehicle_id = $1 and (running_fen, depreciation_fen, capital_fen) <> (0, 0, 0) order by month`,
      [vehicleId],
    )
  ).rows
/** October is closed, past every check. */
const closeOctober = () =>
  t.root.query(`insert into closed_month (merchant_id, month, closed_by) values ($1, '2026-10-01', 0)`, [w.merchantId])

describe('an entry of costs', () => {
  it('counts by its days, with its voucher, and leaves the sums when it is voided', async () => {
    const mediaIds = await uploadPhotos(t, 'vehicle', 1, w.tokens.owner)
    const year = { kind: costKind.insurance, from: '2026-11-16', to: '2027-11-15', fen: 365_00, mediaIds }
    const { data } = await add(year)
    expect((await months()).slice(0, 2)).toEqual([
      { month: '2026-11-01', running: 15_00, depreciation: 0, capital: 0 },
      { month: '2026-12-01', running: 31_00, depreciation: 0, capital: 0 },
    ])
    const { list, sums } = await page({ from: '2026-12-01', to: '2027-01-01' })
    expect(list).toMatchObject([
      { kind: costKind.insurance, fen: 365_00, share: 62_00, vouchers: [{ kind: 'image' }], voidable: true },
    ])
    expect(sums).toEqual([{ kind: costKind.insurance, fen: 62_00 }])
    const { costId } = data as { costId: string }
    const cancel = { costId, version: 1, reason: '录错' }
    expect(await t.send(cost.cancel, { ...cancel, version: 7 }, owner())).toMatchObject({ errorCode: -5 })
    await t.call(cost.cancel, cancel, owner())
    expect(await months()).toEqual([])
    expect((await page()).list).toEqual([])
    expect(await t.send(cost.cancel, { ...cancel, version: 2 }, owner())).toMatchObject({ errorCode: -4 })
  })

  it('keeps purchases and sales apart from what running costs', async () => {
    await add({ kind: costKind.purchase, fen: 900_000 })
    await add({ kind: costKind.sale, fen: 4_000_000 })
    await add({ kind: costKind.cleaning, fen: 5000 })
    await add({ kind: costKind.cleaning, fen: -2000 })
    expect(await months()).toEqual([{ month: '2026-11-01', running: 3000, depreciation: 0, capital: -3_100_000 }])
  })

  it('is refused for what cannot be', async () => {
    const refused = [
      [{ to: '2026-11-09' }, 'to'],
      [{ fen: 0 }, 'fen'],
      [{ taxFen: 4000 }, 'taxFen'],
      [{ kind: costKind.depreciation }, 'kind'],
      [{ to: '2036-12-31' }, 'to'],
    ] as const
    for (const [more, field] of refused) expect(await add(more)).toMatchObject({ errorCode: -2, data: { field } })
    expect(await add({ vehicleId: other.vehicles.lavida[0]!.id })).toMatchObject({ errorCode: -4 })
    expect(await add({}, clerk())).toMatchObject({ errorCode: -3 })
    expect(await add({}, fleet())).toMatchObject({ success: true })
    expect(await add({}, finance())).toMatchObject({ success: true })
    expect(await t.send(cost.page, { vehicleId: car() }, clerk())).toMatchObject({ errorCode: -3 })
  })

  it('comes page by page, the latest first', async () => {
    for (let day = 1; day <= 9; day++) await add({ from: `2026-11-0${day}`, fen: day })
    const first = await page({ pageSize: 5 })
    const second = await page({ pageSize: 5, cursor: first.nextCursor })
    expect([...first.list, ...second.list].map(({ fen }) => fen)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect([first.total, second.total, second.nextCursor]).toEqual([9, null, null])
  })
})

describe('a closed month', () => {
  it('takes no cost, loses none, and says which day is open', async () => {
    const { data } = await add({ from: '2026-10-20' })
    await closeOctober()
    const before = await months()
    for (const from of ['2026-10-31', '2026-03-01'])
      expect(await add({ from })).toMatchObject({ errorCode: -2, message: expect.stringContaining('2026-11-01') })
    expect(await add({ from: '2026-10-20', to: '2026-11-20' })).toMatchObject({ errorCode: -2 })
    const { costId } = data as { costId: string }
    expect(await t.send(cost.cancel, { costId, version: 1, reason: '录错' }, owner())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('负数冲回'),
    })
    expect((await page()).list).toMatchObject([{ voidable: false }])
    const plan = { vehicleId: car(), kind: costKind.finance, from: '2026-09-01', months: 4, fen: 100 } as const
    const { planId, closedMonths } = await t.call(cost.planAdd, plan, owner())
    expect(closedMonths).toBe(2)
    expect(await t.send(cost.planEnd, { planId, version: 1, from: '2026-10-01' }, owner())).toMatchObject({
      errorCode: -2,
    })
    expect((await months()).filter(({ month }) => month < '2026-11-01')).toEqual(before)
    // Past every check of the server, too.
    for (const change of [
      `update vehicle_cost set voided_at = now() where id = ${costId}`,
      `insert into vehicle_cost (merchant_id, vehicle_id, kind, from_on, to_on, fen, source, shares, created_by)
         select merchant_id, vehicle_id, kind, from_on, to_on, fen, source, shares, 0 from vehicle_cost where id = ${costId}`,
    ])
      await expect(t.root.query(change)).rejects.toMatchObject({ code: 'CY001' })
    expect((await t.call(closing.state, {}, owner())).closed).toMatchObject([{ month: '2026-10' }])
  })
})

describe('a plan', () => {
  it('costs the same every month until it is ended', async () => {
    const plan = { vehicleId: car(), kind: costKind.finance, from: '2026-11-09', months: 3, fen: 2800_00 } as const
    const { planId } = await t.call(cost.planAdd, plan, owner())
    expect((await months()).map(({ month, running }) => [month, running])).toEqual([
      ['2026-11-01', 2800_00],
      ['2026-12-01', 2800_00],
      ['2027-01-01', 2800_00],
    ])
    for (const from of ['2026-10-01', '2027-02-01'])
      expect(await t.send(cost.planEnd, { planId, version: 1, from }, owner())).toMatchObject({ errorCode: -2 })
    await t.call(cost.planEnd, { planId, version: 1, from: '2026-12-15' }, owner())
    expect((await months()).map(({ month }) => month)).toEqual(['2026-11-01'])
    expect((await t.call(cost.plans, { vehicleId: car() }, owner())).list).toMatchObject([
      { endedMonth: '2026-12-01', totalFen: 8400_00 },
    ])
  })

  it('of depreciation leads from the price to the residual value, one at a time', async () => {
    const plan = {
      vehicleId: car(),
      kind: costKind.depreciation,
      from: '2026-09-01',
      months: 7,
      fen: 30_000_00,
    } as const
    const ask = (more: object = {}) => t.send(cost.planAdd, { ...plan, ...more } as never, owner())
    await t.root.query('update vehicle set purchase_fen = null where id = $1', [car()])
    expect(await ask()).toMatchObject({ errorCode: -2, data: { field: 'vehicleId' } })
    await t.root.query(`update vehicle set purchase_fen = 10000000, purchase_on = '2026-08-20' where id = $1`, [car()])
    expect(await ask({ fen: 100_000_00 })).toMatchObject({ errorCode: -2, data: { field: 'fen' } })
    expect(await ask({ from: '2026-08-01' })).toMatchObject({ errorCode: -2, data: { field: 'from' } })
    expect(await ask()).toMatchObject({ success: true })
    expect(await ask()).toMatchObject({ errorCode: -2, data: { field: 'kind' } })
    expect((await months()).map(({ depreciation }) => depreciation)).toEqual(Array(7).fill(10_000_00))
    // Three months of seven are over with this one.
    expect((await t.call(cost.plans, { vehicleId: car() }, owner())).bookValue).toBe(70_000_00)
  })

  it('ends with the month in which the car is disposed of', async () => {
    const plan = { vehicleId: car(), kind: costKind.parking, from: '2026-10-01', months: 12, fen: 300_00 } as const
    await t.call(cost.planAdd, plan, owner())
    const { inventory } = contract
    await t.call(inventory.setLifecycle, { vehicleId: car(), lifecycle: 2 }, owner())
    await t.call(inventory.setLifecycle, { vehicleId: car(), lifecycle: 3 }, owner())
    expect((await months()).map(({ month }) => month)).toEqual(['2026-10-01', '2026-11-01'])
    expect((await t.call(cost.plans, { vehicleId: car() }, owner())).list).toMatchObject([{ endedMonth: '2026-12-01' }])
  })
})

describe('costs of a ticket', () => {
  const act = async (ticketId: string, action: string, more: object) => {
    const { rows } = await t.root.query('select version from ticket where id = $1', [ticketId])
    return t.call(ticket.maintenanceHandle, { ticketId, version: rows[0].version, action, ...more } as never, owner())
  }
  const bill = (amount: number, on = '2026-11-12', payer: number = costPayers.code.merchant) => ({
    item: '机油',
    amount,
    payer,
    on,
  })

  it('are those of its car, once, whatever is corrected, also after the month was closed', async () => {
    const plan = { planStart: at('11-20T11:00'), planEnd: at('11-21T18:00') }
    const { ticketId } = await t.call(
      ticket.maintenanceCreate,
      { vehicleId: car(), type: 2, items: '换保险杠', ...plan },
      owner(),
    )
    await act(ticketId, 'send', { odometerKm: 20_000, photoIds: await uploadPhotos(t, 'ticket', 1, w.tokens.owner) })
    await act(ticketId, 'cost', {
      costs: [bill(30_000, '2026-10-30'), bill(50_000), bill(70_000, '2026-11-12', costPayers.code.customer)],
    })
    const { list } = await page({ to: '2026-12-01' })
    expect(list).toMatchObject([
      { kind: costKind.repair, fen: 50_000, source: costSource.ticket, refId: ticketId, voidable: false },
      { kind: costKind.repair, fen: 30_000, from: '2026-10-30' },
    ])
    expect(await t.send(cost.cancel, { costId: list[0]!.costId, version: 1, reason: 'x' }, owner())).toMatchObject({
      errorCode: -2,
    })
    await closeOctober()
    await act(ticketId, 'cost', { costs: [bill(20_000, '2026-10-30'), bill(45_000)] })
    expect((await months()).map(({ month, running }) => [month, running])).toEqual([
      ['2026-10-01', 30_000],
      ['2026-11-01', 35_000],
    ])
    await act(ticketId, 'cost', { costs: [bill(20_000, '2026-10-30'), bill(45_000)] })
    expect((await months()).map(({ running }) => running)).toEqual([30_000, 35_000])
  })
})

describe('a table of costs', () => {
  const csv = (rows: readonly (readonly string[])[]) =>
    Buffer.from([costImportHeading, ...rows].map((cells) => cells.join(',')).join('\n'))

  it('is a cost of the car that had the plate on its day, not of the next car with that plate', async () => {
    const [{ plate }] = (await t.root.query('select plate from vehicle where id = $1', [car()])).rows
    for (const to of [lifecycle.off, lifecycle.disposed])
      await t.call(inventory.setLifecycle, { vehicleId: car(), lifecycle: to }, owner())
    t.clock.set(at('12-08T10:00'))
    const { vehicleId: next } = await t.call(
      inventory.save,
      {
        plate,
        vin: '1M8GDM9AXKP042788',
        modelId: w.models.lavida,
        homeStoreId: w.stores.hongqiao,
        odometerKm: 10,
      } as never,
      owner(),
    )
    const desk = tableDesk(t, { check: cost.importCheck, confirm: cost.importConfirm, token: w.tokens.finance })
    const table = csv([
      [plate, '维修', '2026-11-10', '', '1234', '', ''],
      [plate, '停车费', '2026-12-08', '', '20', '', ''],
    ])
    const trial = await desk.check(await desk.upload(table, '费用.csv'))
    expect(await desk.confirm(trial.jobId)).toMatchObject({ counts: { created: 2 } })
    expect(await months()).toMatchObject([{ month: '2026-11-01', running: 1_234_00 }])
    expect(await months(next)).toMatchObject([{ month: '2026-12-01', running: 20_00 }])
  })

  it('is imported once, line by line', async () => {
    await closeOctober()
    const [plate, second] = w.vehicles.lavida.map((one) => one.plate)
    const desk = tableDesk(t, { check: cost.importCheck, confirm: cost.importConfirm, token: w.tokens.finance })
    const table = csv([
      [plate!, '停车费', '2026-11-03', '', '35.50', '', '虹桥'],
      [second!, '商业险保费', '2026-11-16', '2027-11-15', '3650', '206.60', ''],
      [plate!, 'ETC通行费', '2026-10-31', '', '12', '', ''],
      ['沪Z99999', '加油', '2026-11-03', '', '300', '', ''],
      [plate!, '停车费', '2026-11-03', '', '35.50', '', '虹桥'],
      [plate!, '奇怪', '2026-11-03', '', '三百', '', ''],
    ])
    const trial = await desk.check(await desk.upload(table, '费用.csv'))
    expect(trial.counts).toEqual({ created: 2, updated: 0, skipped: 1, failed: 3 })
    expect((trial.issues ?? []).map(({ row, column }) => [row, column])).toEqual([
      [4, '日期'],
      [5, '车牌号'],
      [7, '费用类型'],
      [7, '金额'],
    ])
    expect(await desk.confirm(trial.jobId)).toMatchObject({ counts: { created: 2, failed: 3 } })
    expect(await months()).toMatchObject([{ running: 35_50 }])
    expect((await months(car(1)))[0]).toMatchObject({ month: '2026-11-01', running: 150_00 })
    const again = await desk.check(await desk.upload(table, '费用.csv'))
    expect(again.counts).toMatchObject({ created: 0, skipped: 3 })
  })

  it('are written once by two imports of one table at the same time', async () => {
    const desk = tableDesk(t, { check: cost.importCheck, confirm: cost.importConfirm, token: w.tokens.finance })
    const table = csv([[w.vehicles.lavida[0]!.plate, '停车费', '2026-11-03', '', '123.45', '', '']])
    const trial = await desk.check(await desk.upload(table, '费用.csv'))
    const [one, two] = [await desk.ask(trial.jobId), await desk.ask(trial.jobId)]
    // Both have begun before either has written.
    const holder = newClient({ connectionString: t.database.migratorUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table vehicle_cost in share row exclusive mode')
    const running = Promise.all([desk.ended(one), desk.ended(two)])
    await inTheEnd(async () => {
      const { rows } = await t.root.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows[0].n).toBe(2)
    })
    await holder.query('rollback')
    await holder.end()
    const ended = await running
    expect(ended.map(({ counts }) => counts?.created).toSorted()).toEqual([0, 1])
    expect(await months()).toMatchObject([{ running: 123_45 }])
  })
})
