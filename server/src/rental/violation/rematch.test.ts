import { contract } from '@cheyi/contract/index'
import { matchType, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut } from '../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* Violations that nobody decided about follow what is known of cars later. */

ownMerchant({ cars: 2 })

const { violation, ticket } = contract
const NOW = at('11-20T10:00')
const facts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 3, fine: 20_000 }
const made = (plate: string, occurAt: number) => t.call(violation.create, { plate, occurAt, ...facts }, owner())
const shown = (violationId: string) => t.call(violation.detail, { violationId }, owner())
const openOf = async (orderId: string) =>
  (await t.root.query('select open_violations from "order" where id = $1', [orderId])).rows[0].openViolations
async function go(time: number) {
  t.clock.set(time)
}
const night = () => runMerchants(t, 'violationMatch')

describe('at night', () => {
  it('one of a plate that nobody knew finds its car and its order, once', async () => {
    const { orderId } = await handOut(t, w, { trip: { pickupAt: NOW, returnAt: at('11-25T10:00') } })
    await go(NOW + 6 * HOUR)
    const { violationId, status } = await made('沪AD54321', NOW + HOUR)
    expect(status).toBe(violationStatus.unmatched)
    await night()
    expect(await shown(violationId)).toMatchObject({ status: violationStatus.unmatched, vehicleId: null })
    // Its temporary plate was noted after all.
    const former = JSON.stringify([{ plate: '沪AD54321', until: NOW + 3 * HOUR }])
    await t.root.query(
      'update vehicle set former_plates = $2 where id = (select vehicle_id from "order" where id = $1)',
      [orderId, former],
    )
    await night()
    expect(await shown(violationId)).toMatchObject({
      status: violationStatus.open,
      orderId,
      matchType: matchType.automatic,
    })
    expect(await openOf(orderId)).toBe(1)
    const { version, log } = await shown(violationId)
    expect(log[0]).toMatchObject({ action: '匹配', byName: '系统', note: '重新匹配' })
    await night()
    expect((await shown(violationId)).version).toBe(version)
  })

  it('finds the car alone where nobody had it, and leaves what is void', async () => {
    const { violationId } = await made('沪AD54321', NOW - HOUR)
    const gone = await made('沪AD54321', NOW - 2 * HOUR)
    await t.call(violation.cancel, { ...gone, reason: '登记有误' } as never, owner())
    const former = JSON.stringify([{ plate: '沪AD54321', until: NOW }])
    await t.root.query('update vehicle set former_plates = $2 where id = $1', [w.vehicles.lavida[0]!.id, former])
    await night()
    const found = { status: violationStatus.unmatched, vehicleId: w.vehicles.lavida[0]!.id }
    expect(await shown(violationId)).toMatchObject(found)
    expect(await shown(gone.violationId)).toMatchObject({ status: violationStatus.void, vehicleId: null })
  })
})

describe('a move of a car to another store', () => {
  const car = () => w.vehicles.lavida[0]!
  async function act(ticketId: string, action: string, more: object = {}) {
    const { rows } = await t.root.query('select version from ticket where id = $1', [ticketId])
    const input = { ticketId, version: rows[0].version, action, ...more }
    expect(await t.send(ticket.relocationHandle, input as never, owner())).toMatchObject({ success: true })
  }
  const reading = async () => ({
    odometerKm: 20_000,
    fuelPct: 60,
    photoIds: await uploadPhotos(t, 'ticket', 4, w.tokens.owner),
  })
  const people = async () => (await t.call(violation.people, {}, owner())).map(({ accountId }) => accountId)

  it('makes its driver answer from the minute it departs until that in which it arrives', async () => {
    const [driver] = await people()
    const plan = { planStart: NOW + HOUR, planEnd: NOW + 3 * HOUR, assigneeId: driver }
    const input = { vehicleId: car().id, toStoreId: w.stores.pudong, reason: 1, ...plan }
    const { ticketId } = await t.call(ticket.relocationCreate, input as never, owner())
    await go(NOW + HOUR)
    const first = await made(car().plate, NOW + HOUR)
    expect(first.status).toBe(violationStatus.unmatched)
    await act(ticketId, 'depart', await reading())
    expect(await shown(first.violationId)).toMatchObject({ status: violationStatus.open, matchType: matchType.staff })
    await go(NOW + 2 * HOUR)
    const last = await made(car().plate, NOW + 2 * HOUR)
    expect(last.matchType).toBe(matchType.staff)
    await act(ticketId, 'arrive', await reading())
    // The minute of the arrival is nobody's any more.
    expect(await shown(last.violationId)).toMatchObject({ status: violationStatus.unmatched, matchType: null })
    expect(await shown(first.violationId)).toMatchObject({ matchType: matchType.staff })
  })

  it('by a carrier is the merchant’s: no employee drove, and no customer', async () => {
    const plan = { planStart: NOW + HOUR, planEnd: NOW + 3 * HOUR, mode: 2, carrier: '顺达板车' }
    const input = { vehicleId: car().id, toStoreId: w.stores.pudong, reason: 1, ...plan }
    const { ticketId } = await t.call(ticket.relocationCreate, input as never, owner())
    await go(NOW + HOUR)
    await act(ticketId, 'depart', await reading())
    await go(NOW + 2 * HOUR)
    const { violationId } = await made(car().plate, NOW + HOUR + 30 * MINUTE)
    await act(ticketId, 'arrive', await reading())
    expect(await shown(violationId)).toMatchObject({ status: violationStatus.open, matchType: matchType.merchant })
  })
})
