import { contract } from '@cheyi/contract/index'
import { type CarPlace, type MapBox, type PackedPlace, unpackPlace } from '@cheyi/domain/fleet/vehicle-control/place'
import { HOUR } from '@cheyi/domain/time'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { openTab, type Tab, ticketOf } from '../../testing/stream.ts'
import { handOut } from '../../testing/world/handover.ts'
import { owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'
import { CARS_EVERY_MS } from './cars.ts'

worldsOfTests({ poolSize: 8 })

const tabs: Tab[] = []
let series = 400
let devices: string[]
let witness: MapTab | undefined

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await world(3)
  series++
  const saved = await t.call(
    contract.vehicleControl.deviceSave,
    { rows: [0, 1, 2].map((i) => ({ phone: `139${series}0000${i}`, plate: w.vehicles.lavida[i]!.plate })) },
    owner(),
  )
  devices = saved.devices.map(({ deviceId }) => deviceId)
})
afterEach(() => {
  witness = undefined
  for (const tab of tabs.splice(0)) tab.close()
  vi.useRealTimers()
})

interface MapTab extends Tab {
  /** Says what its maps show. */
  show(...boxes: readonly MapBox[]): Promise<unknown>
}

const around: MapBox = { south: 31.1, west: 121.2, north: 31.3, east: 121.4 }

async function open(token: string, cars = true): Promise<MapTab> {
  const ticket = await ticketOf(t, token)
  const tab = await openTab(t, token, { cars, ticket })
  tabs.push(tab)
  return Object.assign(tab, {
    show: (...boxes: MapBox[]) => t.call(contract.vehicleControl.watch, { stream: ticket, boxes }, { token }),
  })
}
async function openMap(token: string): Promise<MapTab> {
  const tab = await open(token)
  await tab.show(around)
  return tab
}
/** Writes what the gateway would write for a device. */
const tell = (device: string, north: number, more: { speed?: number; merchant?: string } = {}) =>
  t.root.query(
    `insert into device_live (merchant_id, device_id, node, last_msg_at, at, received_at, lat_e6, lng_e6, speed, course, acc)
       values ($1, $2, 'n1', $3, $3, $3, $4, 121330000, $5, 90, true)
     on conflict (merchant_id, device_id) do update set lat_e6 = excluded.lat_e6, speed = excluded.speed, last_msg_at = excluded.last_msg_at`,
    [more.merchant ?? w.merchantId, device, at(t.clock.now()), 31_200_000 + north, more.speed ?? 0],
  )
const carsOf = (tab: Tab): CarPlace[][] =>
  tab.told.filter(({ event }) => event === 'cars').map(({ data }) => (data.cars as PackedPlace[]).map(unpackPlace))
/**
 * Triggers the next query for all cars, and waits until the clients have received the result: a car of its own moves
 * on a map of its own, which shows that the query has ended if no other client receives anything.
 */
async function look(...heard: readonly (readonly [Tab, number])[]): Promise<void> {
  if (witness === undefined) {
    witness = await open(w.tokens.owner)
    await witness.show({ south: 40, west: 121, north: 42, east: 122 })
  }
  const before = carsOf(witness).length
  await tell(devices[2]!, 10_000_000 + before)
  await vi.advanceTimersByTimeAsync(CARS_EVERY_MS)
  await witness.until(() => carsOf(witness!).length > before)
  await Promise.all(heard.map(([tab, times]) => tab.until(() => carsOf(tab).length >= times)))
}

it('are sent to an open map every three seconds, each car once and only if it is drawn differently', async () => {
  const map = await openMap(w.tokens.owner)
  const list = await open(w.tokens.owner, false)
  await tell(devices[0]!, 0, { speed: 452 })
  await tell(devices[1]!, 500)
  await look([map, 1])
  expect(
    carsOf(map)[0]!
      .map(({ vehicleId }) => vehicleId)
      .toSorted(),
  ).toEqual([w.vehicles.lavida[0]!.id, w.vehicles.lavida[1]!.id].toSorted())
  expect(carsOf(map)[0]!.find(({ vehicleId }) => vehicleId === w.vehicles.lavida[0]!.id)).toEqual({
    vehicleId: w.vehicles.lavida[0]!.id,
    at: t.clock.now(),
    lat: 31.2,
    lng: 121.33,
    speed: 45.2,
    course: 90,
    state: 1,
    moving: true,
    cut: false,
  })
  // Between two queries only the last position counts; a parked car that reports the same place again is not sent.
  await tell(devices[0]!, 100, { speed: 452 })
  await tell(devices[0]!, 200, { speed: 452 })
  t.clock.set(t.clock.now() + 1000)
  await tell(devices[1]!, 500)
  await look([map, 2])
  expect(carsOf(map)[1]).toMatchObject([{ vehicleId: w.vehicles.lavida[0]!.id, lat: 31.2002 }])
  expect(carsOf(list)).toEqual([])
  // A map that is opened later was drawn from a newer answer: of what did not move since, it gets moving cars alone.
  const second = await openMap(w.tokens.manager)
  await look([second, 1])
  expect(carsOf(second)).toMatchObject([[{ vehicleId: w.vehicles.lavida[0]!.id }]])
  expect(carsOf(map)).toHaveLength(2)
})

it('are sent only while they are within what the maps of the tab show, and once when they leave it', async () => {
  const map = await open(w.tokens.owner)
  const small: MapBox = { south: 31.19, west: 121.32, north: 31.21, east: 121.34 }
  const step = async (north: number, seen: number) => {
    await tell(devices[0]!, north, { speed: 300 })
    await look(...(seen > 0 ? [[map, seen] as const] : []))
    return carsOf(map).length
  }
  // A tab that has not said what it shows gets nothing.
  expect(await step(0, 0)).toBe(0)
  await map.show(small)
  expect(await step(100, 1)).toBe(1)
  expect(await step(40_000, 2)).toBe(2)
  expect(carsOf(map)[1]).toMatchObject([{ lat: 31.24 }])
  expect(await step(50_000, 2)).toBe(2)
  // The user moves the map there: the moving car is sent at once, although it does not move again.
  await map.show(small, { ...small, south: 31.24, north: 31.26 })
  await look([map, 3])
  expect(carsOf(map)[2]).toMatchObject([{ lat: 31.25 }])
  await map.show()
  expect(await step(51_000, 3)).toBe(3)
})

it('are not moved by a tab of another session', async () => {
  const ticket = await ticketOf(t, w.tokens.owner)
  const map = await openTab(t, w.tokens.owner, { cars: true, ticket })
  tabs.push(map)
  const show = (token: string) => t.call(contract.vehicleControl.watch, { stream: ticket, boxes: [around] }, { token })
  await show(w.tokens.manager)
  await tell(devices[0]!, 0, { speed: 300 })
  await look()
  expect(carsOf(map)).toEqual([])
  await show(w.tokens.owner)
  await look([map, 1])
})

it('are sent of a customer only within an hour after a look that is in the audit log', async () => {
  await handOut(t, w)
  const map = await openMap(w.tokens.owner)
  await tell(devices[0]!, 0, { speed: 300 })
  await look()
  expect(carsOf(map)).toEqual([])
  await t.call(contract.vehicleControl.look, {}, owner())
  await map.show(around)
  await tell(devices[0]!, 100, { speed: 300 })
  await look([map, 1])
  t.clock.set(t.clock.now() + HOUR + 1)
  await tell(devices[0]!, 200, { speed: 300 })
  await look()
  expect(carsOf(map)).toHaveLength(1)
})

it('are sent to nobody without the right, of another merchant, or without access to the stores', async () => {
  const foreign = await makeWorld(t, { name: '别家租车' })
  const [mine, theirs, clerk] = [
    await openMap(w.tokens.owner),
    await openMap(foreign.tokens.owner),
    await open(w.tokens.finance),
  ]
  // The call refuses an account without the right; that the stream sends it nothing either does not depend on the call.
  await t.root.query('update stream_ticket set view = (select view from stream_ticket where view is not null limit 1)')
  await t.root.query(
    "update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试fleet'",
    [w.merchantId, w.stores.pudong],
  )
  const limited = await openMap(w.tokens.fleet)
  await tell(devices[0]!, 0)
  await t.root.query('update vehicle set current_store_id = $2, home_store_id = $2 where id = $1', [
    w.vehicles.lavida[1]!.id,
    w.stores.pudong,
  ])
  await tell(devices[1]!, 500)
  await look([mine, 1], [limited, 1])
  expect(carsOf(mine)[0]).toHaveLength(2)
  expect(carsOf(limited)).toMatchObject([[{ vehicleId: w.vehicles.lavida[1]!.id }]])
  expect(carsOf(theirs)).toEqual([])
  expect(carsOf(clerk)).toEqual([])
})
