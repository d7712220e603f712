import { contract } from '@cheyi/contract/index'
import { isCareDue, nextCare } from '@cheyi/domain/fleet/inventory/care'
import { maintenanceStatus } from '@cheyi/domain/fleet/ticket/codes'
import { HOUR, localDate } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/* Care by kilometres and by date: the cars that are due, told once, done by a ticket. */

const { ticket, model, inventory, merchant } = contract

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
})
beforeEach(async () => {
  t.clock.set(at('11-20T10:00'))
  w = await makeWorld(t, { cars: 3 })
  // Nothing is due of the other cars.
  await t.root.query(`update vehicle set care_km = 0, care_on = '2026-11-01', odometer_km = 0 where merchant_id = $1`, [
    w.merchantId,
  ])
})
afterAll(() => t.close())

const owner = () => ({ token: w.tokens.owner })
const car = (index = 0) => w.vehicles.lavida[index]!.id
const setCar = (id: string, facts: Readonly<Record<string, unknown>>) =>
  t.root.query(
    `update vehicle set ${Object.keys(facts)
      .map((name, i) => `${name} = $${i + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(facts)],
  )
const due = async () => (await t.call(ticket.carePage, {}, owner())).list
const dueIds = async () => (await due()).map(({ vehicleId }) => vehicleId)
const notices = async () =>
  (await t.call(contract.notify.page, {}, owner())).list.filter(({ title }) => title.includes('保养'))

describe('a car', () => {
  it('is due at 37,500 km after 28,000, and at 35,500 where the garage wrote 36,000', async () => {
    await setCar(car(), { care_km: 28_000, odometer_km: 37_499 })
    expect(await dueIds()).toEqual([])
    await setCar(car(), { odometer_km: 37_500 })
    expect(await due()).toMatchObject([{ vehicleId: car(), nextKm: 38_000, late: false, ticket: null }])
    await setCar(car(), { odometer_km: 35_500, next_care_km: 36_000 })
    expect(await due()).toMatchObject([{ nextKm: 36_000, careKm: 28_000 }])
  })

  it('is due a week before its 180 days are over', async () => {
    await setCar(car(), { care_on: '2026-06-01' })
    expect(await dueIds()).toEqual([])
    t.clock.set(at('11-21T08:00'))
    expect(await due()).toMatchObject([{ vehicleId: car(), nextOn: '2026-11-28', late: false }])
    t.clock.set(at('11-29T08:00'))
    expect(await due()).toMatchObject([{ late: true }])
    expect(await t.call(inventory.detail, { vehicleId: car() }, owner())).toMatchObject({
      care: { km: 0, on: '2026-06-01', nextKm: 10_000, nextOn: '2026-11-28', due: true },
    })
  })

  it('goes by the interval of its model before that of its store and merchant', async () => {
    await setCar(car(), { care_km: 28_000, odometer_km: 34_500 })
    await t.call(merchant.saveSetting, { settings: { maintainEveryKm: 7000 } }, owner())
    expect(await due()).toMatchObject([{ nextKm: 35_000 }])
    const { images, ...stored } = await t.call(model.detail, { modelId: w.models.lavida }, owner())
    const saved = {
      ...stored,
      modelYear: 2023,
      depositRent: 1,
      depositViolation: 1,
      imageIds: images.map((one) => one.mediaId),
    }
    await t.call(model.save, { ...saved, careEveryKm: 20_000, careEveryDays: 365 } as never, owner())
    expect(await dueIds()).toEqual([])
    expect(await t.call(model.detail, { modelId: w.models.lavida }, owner())).toMatchObject({
      careEveryKm: 20_000,
      careEveryDays: 365,
    })
    // It is the merchant's again where the model says nothing.
    await t.call(
      model.save,
      { ...saved, careEveryKm: undefined, careEveryDays: undefined, version: stored.version + 1 } as never,
      owner(),
    )
    expect(await dueIds()).toEqual([car()])
  })

  it('is due by the odometer of its device, with the day by what it drives, and a morning on which it is free', async () => {
    const { plate } = w.vehicles.lavida[0]!
    await t.call(contract.vehicleControl.deviceSave, { rows: [{ phone: '139040000001', plate }] } as never, owner())
    await setCar(car(), { care_km: 28_000, odometer_km: 35_000 })
    await t.root.query(
      `with d as (select merchant_id, id from device where vehicle_id = $1),
         live as (insert into device_live (merchant_id, device_id, odometer_m) select merchant_id, id, 35950000 from d)
       insert into device_km (merchant_id, device_id, day, metres)
         select merchant_id, id, '2026-11-20'::date - n, 300000 from d, generate_series(1, 12) n`,
      [car()],
    )
    expect(await dueIds()).toEqual([])
    for (const _ of [1, 2]) await runMerchants(t, 'carsDriven')
    expect(await due()).toMatchObject([
      {
        vehicleId: car(),
        odometerKm: 35_950,
        nextKm: 38_000,
        dueOn: '2026-11-27',
        late: false,
        proposal: { from: at('11-21T09:00'), to: at('11-21T12:00') },
      },
    ])
    const plan = { planStart: at('11-21T11:00'), planEnd: at('11-22T10:00') }
    await t.call(ticket.maintenanceCreate, { vehicleId: car(), type: 2, items: '换胎', ...plan } as never, owner())
    expect(await due()).toMatchObject([{ ticket: null, proposal: { from: at('11-23T09:00') } }])
    expect(await t.call(inventory.detail, { vehicleId: car() }, owner())).toMatchObject({
      odometerKm: 35_000,
      care: { due: true, dueOn: '2026-11-27', kmPerDay: 300 },
    })
    // A count that cannot be that of the dashboard is none.
    await t.root.query('update device_live set odometer_m = 90000000')
    await runMerchants(t, 'carsDriven')
    expect(await dueIds()).toEqual([])
  })

  it('is found as the rule says, whatever is known of it', async () => {
    const today = localDate(t.clock.now())
    const pick = <T>(seed: number, of: readonly T[]): T => of[seed % of.length]!
    for (let seed = 0; seed < 60; seed++) {
      const facts = {
        odometerKm: pick(seed, [0, 9_499, 9_500, 10_000, 37_500]),
        registerOn: pick(seed >> 1, [null, '2026-05-25', '2026-05-31', '2026-06-01']),
        careKm: pick(seed >> 2, [null, 28_000, 0]),
        careOn: pick(seed >> 1, ['2026-05-30', null, '2026-05-31', '2026-06-01']),
        nextCareKm: pick(seed, [null, 36_000, 10_000]),
        nextCareOn: pick(seed, [null, null, '2026-11-27', '2026-11-28']),
      }
      const columns = Object.entries(facts).map(([key, value]) => [
        key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ])
      await setCar(car(), Object.fromEntries(columns))
      const care = nextCare({ ...facts, everyKm: 10_000, everyDays: 180, kmPerDay: null })
      expect(await dueIds(), JSON.stringify(facts)).toEqual(isCareDue(care, facts.odometerKm, today) ? [car()] : [])
    }
  })
})

describe('what is due', () => {
  it('is told once, however many servers look, and again after it was done', async () => {
    await setCar(car(), { care_km: 28_000, odometer_km: 37_500 })
    await Promise.all([1, 2].map(() => runMerchants(t, 'careReminder')))
    expect(await notices()).toMatchObject([{ title: '1辆车的保养到期' }])
    t.clock.set(at('11-21T08:30'))
    await runMerchants(t, 'careReminder')
    expect(await notices()).toHaveLength(1)
    const km = { vehicleId: car(), km: 37_400, on: '2026-11-20' }
    await t.call(ticket.careNote, km, owner())
    expect(await dueIds()).toEqual([])
    await setCar(car(), { odometer_km: 47_000 })
    await runMerchants(t, 'careReminder')
    expect(await notices()).toHaveLength(2)
  })

  it('is told of no car that a ticket of care sees to', async () => {
    await setCar(car(), { care_km: 28_000, odometer_km: 37_500 })
    const { no } = await t.call(
      ticket.maintenanceCreate,
      { vehicleId: car(), type: 1, items: '保养' } as never,
      owner(),
    )
    expect(await due()).toMatchObject([{ ticket: { no } }])
    expect((await t.call(ticket.hub, {}, owner())).care).toBe(0)
    await runMerchants(t, 'careReminder')
    expect(await notices()).toEqual([])
  })

  it('is done by accepting the car back from a care, with what the garage wrote; a repair is none', async () => {
    await setCar(car(), { care_km: 28_000, odometer_km: 37_500 })
    async function through(type: number, more: object) {
      const now = t.clock.now()
      const made = await t.call(
        ticket.maintenanceCreate,
        { vehicleId: car(), type, items: '保养', planStart: now, planEnd: now + 3 * HOUR } as never,
        owner(),
      )
      const act = async (action: string, version: number, input: object = {}) =>
        t.send(ticket.maintenanceHandle, { ticketId: made.ticketId, version, action, ...input } as never, owner())
      const photo = () => uploadPhotos(t, 'ticket', 1, w.tokens.owner)
      expect(await act('send', 1, { odometerKm: 37_520, photoIds: await photo() })).toMatchObject({ success: true })
      t.clock.set(now + HOUR)
      expect(await act('finish', 2)).toMatchObject({ success: true })
      return { made, answer: await act('accept', 3, { odometerKm: 37_520, photoIds: await photo(), ...more }) }
    }
    await through(2, {})
    expect(await dueIds()).toEqual([car()])
    expect((await through(1, { nextKm: 37_520 })).answer).toMatchObject({ errorCode: -2, data: { field: 'nextKm' } })
    t.clock.set(at('11-22T10:00'))
    const { rows } = await t.root.query('select id, version from ticket where vehicle_id = $1 and status = 3', [car()])
    await t.call(
      ticket.maintenanceHandle,
      {
        ticketId: rows[0].id,
        version: rows[0].version,
        action: 'accept',
        odometerKm: 37_520,
        photoIds: await uploadPhotos(t, 'ticket', 1, w.tokens.owner),
        nextKm: 46_000,
        nextOn: '2027-05-01',
      } as never,
      owner(),
    )
    expect(await dueIds()).toEqual([])
    expect(await t.call(inventory.detail, { vehicleId: car() }, owner())).toMatchObject({
      care: { km: 37_520, on: '2026-11-22', nextKm: 46_000, nextOn: '2027-05-01', due: false },
    })
    expect(await t.call(ticket.maintenanceDetail, { ticketId: rows[0].id }, owner())).toMatchObject({
      status: maintenanceStatus.done,
      nextKm: 46_000,
      nextOn: '2027-05-01',
    })
  })
})

it('a care of tomorrow, or of more kilometres than the car has, is refused by its field', async () => {
  await setCar(car(), { odometer_km: 5000 })
  const note = (more: object) =>
    t.send(ticket.careNote, { vehicleId: car(), km: 4000, on: '2026-11-20', ...more } as never, owner())
  expect(await note({ on: '2026-11-21' })).toMatchObject({ errorCode: -2, data: { field: 'on' } })
  expect(await note({ km: 5001 })).toMatchObject({ errorCode: -2, data: { field: 'km' } })
  expect(await note({ nextOn: '2026-11-20' })).toMatchObject({ errorCode: -2, data: { field: 'nextOn' } })
  expect(await note({})).toMatchObject({ success: true })
})

it('a care that is older than the last one is refused, and that day may be entered again', async () => {
  await setCar(car(), { odometer_km: 5000 })
  const note = (on: string, km: number) => t.send(ticket.careNote, { vehicleId: car(), km, on } as never, owner())
  expect(await note('2026-11-19', 4000)).toMatchObject({ success: true })
  expect(await note('2026-11-18', 4100)).toMatchObject({ errorCode: -2, data: { field: 'on' } })
  expect(await note('2026-11-19', 3900)).toMatchObject({ success: true })
  expect(await t.call(inventory.detail, { vehicleId: car() }, owner())).toMatchObject({
    care: { km: 3900, on: '2026-11-19' },
  })
})

it('an odometer that is corrected corrects the care that was done at the wrong reading, and its reminder', async () => {
  await setCar(car(), { odometer_km: 132_550, care_km: 132_550, care_on: '2026-11-18', next_care_km: 142_550 })
  const { version } = await t.call(inventory.detail, { vehicleId: car() }, owner())
  const reading = { vehicleId: car(), odometerKm: 13_255, version, reason: '多录一位' }
  await t.call(inventory.correctOdometer, reading, owner())
  expect(await t.call(inventory.detail, { vehicleId: car() }, owner())).toMatchObject({
    care: { km: 13_255, on: '2026-11-18', nextKm: 23_255 },
  })
  await setCar(car(), { odometer_km: 23_000 })
  expect((await t.call(ticket.carePage, {}, owner())).list.map(({ vehicleId }) => vehicleId)).toEqual([car()])
})
