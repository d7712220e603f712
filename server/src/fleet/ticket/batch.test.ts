import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { handOut } from '../../testing/world/handover.ts'
import { other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* One garage and one time for many cars: each gets its ticket, or is refused by its own reason. */

ownMerchant({ cars: 4, other: true })
afterEach(() => t.clock.set(TEST_NOW))

const { ticket } = contract
const cars = () => w.vehicles.lavida
const works = () => ({
  type: 1 as const,
  items: '更换机油',
  planStart: t.clock.now() + DAY,
  planEnd: t.clock.now() + DAY + 4 * HOUR,
})

const garageNamed = async (name: string) => (await t.call(ticket.garageCreate, { name }, owner())).garageId

async function done(jobId: string) {
  await workOff(t.jobs, bulk)
  return t.call(contract.job.detail, { jobId }, owner())
}
const ticketsOf = async (vehicleId: string) => t.call(ticket.ofVehicle, { vehicleId }, owner())

describe('maintenance of many cars', () => {
  it('makes a ticket for each that can go, says why the others cannot, and makes none twice', async () => {
    const [first, second, rented] = cars().map(({ id }) => id)
    await handOut(t, w, { form: { vehicleId: rented! } })
    const garageId = await garageNamed('达安汽修')
    const input = { ...works(), garageId, vehicleIds: [first!, second!, rented!] }
    const key = { ...owner(), key: 'batch-of-three' }
    const { jobId } = await t.call(ticket.maintenanceBatch, input, key)
    expect((await t.call(ticket.maintenanceBatch, input, key)).jobId).toBe(jobId)
    expect(await done(jobId)).toMatchObject({
      state: jobState.partly,
      counts: { updated: 2, failed: 1 },
      issues: [{ reason: expect.stringMatching(/./) }],
    })
    expect(await ticketsOf(first!)).toMatchObject([{ place: '达安汽修' }])
    expect(await ticketsOf(second!)).toHaveLength(1)
    expect(await ticketsOf(rented!)).toHaveLength(0)
  })

  it('is refused for what is none of the merchant, and for one car twice', async () => {
    const input = { ...works(), vehicleIds: [cars()[3]!.id] }
    expect(await t.send(ticket.maintenanceBatch, input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    const twice = { ...input, vehicleIds: [cars()[3]!.id, cars()[3]!.id] }
    expect(await t.send(ticket.maintenanceBatch, twice, owner())).toMatchObject({ errorCode: -2 })
  })
})

describe('inspections of many cars', () => {
  it('get one agency and one time; one that was changed meanwhile is left alone', async () => {
    const made = []
    for (const { id: vehicleId } of cars().slice(2))
      made.push(await t.call(ticket.yearlyCreate, { vehicleId, priority: 1 }, owner()))
    const [good, stale] = made
    const plan = { planStart: t.clock.now() + 9 * DAY, planEnd: t.clock.now() + 9 * DAY + 4 * HOUR }
    const garageId = await garageNamed('安车检测')
    const tickets = [
      { ticketId: good!.ticketId, version: 1 },
      { ticketId: stale!.ticketId, version: 7 },
    ]
    const { jobId } = await t.call(ticket.yearlyBatch, { ...plan, garageId, tickets }, owner())
    expect(await done(jobId)).toMatchObject({
      state: jobState.partly,
      counts: { updated: 1, failed: 1 },
      issues: [{ reason: '数据已被他人修改，请刷新后重试' }],
    })
    const shown = await t.call(ticket.yearlyDetail, { ticketId: good!.ticketId }, owner())
    expect(shown).toMatchObject({ place: '安车检测', planStart: plan.planStart })
  })
})
