import { contract } from '@cheyi/contract/index'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { relocationStatus } from '@cheyi/domain/fleet/ticket/codes'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterAll, expect, it } from 'vitest'
import { type Envelope, TEST_NOW } from '../../testing/app.ts'
import { type Mortal, mortalServer } from '../../testing/mortal/mortal.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'

/*
 * What goes wrong around a ticket besides two people at once: a server that is killed, a car that is another one's meanwhile.
 */

const { ticket, stock, inventory } = contract

const servers: Mortal[] = []

worldsOfTests({ poolSize: 4 })
afterAll(async () => {
  for (const server of servers) await server.end()
})

const NOW = TEST_NOW
const car = (index = 0) => w.vehicles.lavida[index]!.id
const planOf = (from: number, hours: number) => ({ planStart: from, planEnd: from + hours * HOUR })
const move = (more: object = {}): Promise<Envelope> =>
  t.send(
    ticket.relocationCreate,
    { vehicleId: car(), toStoreId: w.stores.pudong, reason: 1, ...planOf(NOW, 5), ...more } as never,
    owner(),
  )
const idOf = ({ data }: Envelope) => (data as { ticketId: string }).ticketId
const shown = (ticketId: string) => t.call(ticket.relocationDetail, { ticketId }, owner())
const free = async (storeId: string, from: number, to: number) =>
  (await t.call(stock.free, { storeId, from, to }, owner())).find(({ modelId }) => modelId === w.models.lavida)?.free ??
  0
const reading = async (odometerKm: number) => ({
  odometerKm,
  fuelPct: 60,
  photoIds: await uploadPhotos(t, 'ticket', 4, w.tokens.owner),
})

it('a departure is made once, wherever the server that makes it is killed, and its repeat is answered', async () => {
  const left: string[] = []
  // From the first statement to beyond the last: of some that are killed the commit has come through.
  for (let end = 1; left.at(-1) !== 'answered'; end += 6) {
    await world(2)
    const ticketId = idOf(await move())
    const input = { ticketId, version: 1, action: 'depart' as const, ...(await reading(20_000)) }
    const options = { token: w.tokens.owner, key: `depart-${ticketId}` }
    const server = await mortalServer(t)
    servers.push(server)
    await server.mortalFor(end)
    const answer = await server.send(ticket.relocationHandle, input, options)
    const { status } = await shown(ticketId)
    left.push(answer ? 'answered' : status === relocationStatus.onTheWay ? 'committed' : 'nothing')
    await server.end()
    const again = await t.send(ticket.relocationHandle, input, options)
    expect(again).toMatchObject({ success: true, data: { status: relocationStatus.onTheWay, version: 2 } })
    const { rows } = await t.root.query(
      `select (select count(*)::int from occupancy where ref_id = $1 and active) as taken,
         (select count(*)::int from pool_delta where ref_id = $1 and not consumed) as moves,
         (select jsonb_array_length(log) from ticket where id = $1) as log`,
      [ticketId],
    )
    expect(rows).toEqual([{ taken: 1, moves: 2, log: 2 }])
  }
  expect(left).toContain('nothing')
}, 300_000)

it('an arrival that is sent twice under one key is one, and under another it is over', async () => {
  await world(2)
  const ticketId = idOf(await move())
  await t.send(ticket.relocationHandle, { ticketId, version: 1, action: 'depart', ...(await reading(20_000)) }, owner())
  const input = { ticketId, version: 2, action: 'arrive' as const, ...(await reading(20_040)) }
  const send = (key: string) => t.send(ticket.relocationHandle, input, { ...owner(), key })
  const twice = await Promise.all([send('arrive-once-and-only'), send('arrive-once-and-only')])
  for (const answer of [...twice, await send('arrive-once-and-only')])
    expect(answer).toMatchObject({ success: true, data: { status: relocationStatus.done, version: 3 } })
  expect(await send('arrive-another-time')).toMatchObject({ errorCode: -5 })
  expect((await shown(ticketId)).log.filter(({ action }) => action === '到达')).toHaveLength(1)
  const [from, to] = [NOW + 8 * HOUR, NOW + 10 * HOUR]
  expect([await free(w.stores.hongqiao, from, to), await free(w.stores.pudong, from, to)]).toEqual([1, 1])
})

it('a one-way order on a car that is moved goes to another car, or is named; it counts once at the other store', async () => {
  await world(2)
  const trip = () => ({ pickupAt: NOW + 8 * HOUR, returnAt: NOW + 30 * HOUR, returnStoreId: w.stores.pudong })
  const { orderId } = await book(t, w, { trip: trip(), form: { vehicleId: car() } })
  const order = async () => (await t.root.query('select * from "order" where id = $1', [orderId])).rows[0]
  expect(await move()).toMatchObject({ errorCode: 7003, data: { pinned: [{ orderId }] } })
  expect(await move({ confirm: true })).toMatchObject({ success: true })
  expect(await order()).toMatchObject({ vehicleId: car(1) })
  // One comes by the ticket, and the other is not on its way yet.
  const later: [number, number] = [NOW + 3 * DAY, NOW + 4 * DAY]
  expect(await free(w.stores.pudong, ...later)).toBe(1)
  expect(await free(w.stores.hongqiao, ...later)).toBe(0)

  // The last car: by force alone, and the order is a conflict; then its car is on its way one way already.
  await world(1)
  const last = await book(t, w, { trip: trip(), form: { vehicleId: car() } })
  expect(await move({ confirm: true })).toMatchObject({
    errorCode: 7003,
    data: { harmed: [{ orderId: last.orderId }] },
  })
  expect(await move({ confirm: true, force: true, forceReason: '店庆' })).toMatchObject({ success: true })
  expect(await free(w.stores.pudong, ...later)).toBe(1)

  await world(2)
  await handOut(t, w, { trip: { ...trip(), pickupAt: NOW + HOUR } })
  expect(await move({ vehicleId: car(), ...planOf(NOW + 3 * DAY, 3) })).toMatchObject({ errorCode: 7001 })
  expect(await free(w.stores.pudong, ...later)).toBe(1)
})

it('a plate that changes under an open ticket leaves the ticket, which says the new one', async () => {
  await world(2)
  const ticketId = idOf(await move({ planStart: NOW + 3 * HOUR, planEnd: NOW + 6 * HOUR }))
  await t.root.query(`update vehicle set plate = '沪A0Z9X8' where id = $1`, [car()])
  expect(await shown(ticketId)).toMatchObject({ status: relocationStatus.waiting, plate: '沪A0Z9X8' })
  expect((await t.call(ticket.relocationPage, { keyword: '0Z9X8' }, owner())).list).toMatchObject([{ ticketId }])
  const { version } = await t.call(inventory.detail, { vehicleId: car() }, owner())
  const gone = { vehicleId: car(), version, lifecycle: lifecycle.off } as const
  expect(await t.send(inventory.setLifecycle, gone, owner())).toMatchObject({ errorCode: 6014 })
})

it('a store that a car is on its way to cannot be closed', async () => {
  await world(2)
  const stores = await t.call(contract.store.page, {}, owner())
  const hangzhou = stores.list.find(({ storeId }) => storeId === w.stores.hangzhou)!
  const ticketId = idOf(await move({ toStoreId: w.stores.hangzhou }))
  const close = { storeId: w.stores.hangzhou, version: hangzhou.version, status: storeStatus.closed } as const
  expect(await t.send(contract.store.setStatus, close, owner())).toMatchObject({ errorCode: 6002 })
  await t.send(ticket.relocationHandle, { ticketId, version: 1, action: 'cancel', note: '改期' }, owner())
  expect(await t.send(contract.store.setStatus, close, owner())).toMatchObject({ success: true })
})

it('costs and pictures that cannot be are refused by their field', async () => {
  await world(2)
  const facts = { vehicleId: car(), type: 2 as const, items: '换刹车片', ...planOf(NOW, 5) }
  const { ticketId } = await t.call(ticket.maintenanceCreate, facts, owner())
  const act = (action: string, more: object): Promise<Envelope> =>
    t.send(ticket.maintenanceHandle, { ticketId, version: 1, action, ...more } as never, owner())
  const cost = (amount: number) => act('cost', { costs: [{ item: '工时', amount, payer: 1 }] })
  for (const amount of [10 ** 12, -1, 0.5])
    expect(await cost(amount)).toMatchObject({ errorCode: -2, data: { field: 'costs.0.amount' } })
  expect(await act('quote', { quote: 10 ** 12 })).toMatchObject({ errorCode: -2, data: { field: 'quote' } })
  // A picture of another ticket.
  const other = idOf(await move({ vehicleId: car(1) }))
  const read = await reading(20_000)
  await t.send(ticket.relocationHandle, { ticketId: other, version: 1, action: 'depart', ...read }, owner())
  expect(await act('send', { odometerKm: 20_000, photoIds: read.photoIds })).toMatchObject({ success: false })
  expect((await t.call(ticket.maintenanceDetail, { ticketId }, owner())).version).toBe(1)
})

it('a car that has just arrived may go back, or to a garage, in the same minute', async () => {
  await world(1)
  const ticketId = idOf(await move())
  t.clock.set(NOW + 5_000)
  await t.send(ticket.relocationHandle, { ticketId, version: 1, action: 'depart', ...(await reading(20_000)) }, owner())
  t.clock.set(NOW + 15_000)
  await t.send(ticket.relocationHandle, { ticketId, version: 2, action: 'arrive', ...(await reading(20_001)) }, owner())
  t.clock.set(NOW + 20_000)
  const back = { vehicleId: car(), toStoreId: w.stores.hongqiao, reason: 1 as const, ...planOf(t.clock.now(), 5) }
  const next = await t.call(ticket.relocationCreate, back, owner())
  await t.send(ticket.relocationHandle, { ticketId: next.ticketId, version: 1, action: 'cancel' }, owner())
  const repair = { vehicleId: car(), type: 1 as const, items: '洗车', ...planOf(t.clock.now(), 5) }
  expect(await t.send(ticket.maintenanceCreate, repair, owner())).toMatchObject({ success: true })
})
