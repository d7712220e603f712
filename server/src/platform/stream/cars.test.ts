import { contract } from '@cheyi/contract/index'
import type { CarPlace } from '@cheyi/domain/fleet/vehicle-control/place'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { openTab, type Tab } from '../../testing/stream.ts'
import { owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'
import { CARS_EVERY_MS } from './cars.ts'

worldsOfTests({ poolSize: 8 })

const tabs: Tab[] = []
let series = 400
let devices: string[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await world(2)
  series++
  const saved = await t.call(
    contract.vehicleControl.deviceSave,
    { rows: [0, 1].map((i) => ({ phone: `139${series}0000${i}`, plate: w.vehicles.lavida[i]!.plate })) },
    owner(),
  )
  devices = saved.devices.map(({ deviceId }) => deviceId)
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  vi.useRealTimers()
})

async function open(token: string, cars = true): Promise<Tab> {
  const tab = await openTab(t, token, { cars })
  tabs.push(tab)
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
const carsOf = (tab: Tab) => tab.told.filter(({ event }) => event === 'cars').map(({ data }) => data.cars as CarPlace[])
/** Triggers the next query for all cars, and waits until the clients have received the result. */
async function look(...heard: readonly (readonly [Tab, number])[]): Promise<void> {
  await vi.advanceTimersByTimeAsync(CARS_EVERY_MS)
  await Promise.all(heard.map(([tab, times]) => tab.until(() => carsOf(tab).length >= times)))
}

it('are sent to an open map: first all with recent positions, then changes every five seconds', async () => {
  const map = await open(w.tokens.owner)
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
  // Between two queries only the last position counts; a car that did not move is not sent again.
  await tell(devices[0]!, 100, { speed: 452 })
  await tell(devices[0]!, 200, { speed: 452 })
  await look([map, 2])
  expect(carsOf(map)[1]).toMatchObject([{ vehicleId: w.vehicles.lavida[0]!.id, lat: 31.2002 }])
  expect(carsOf(list)).toEqual([])
  // A client that connects later gets all cars.
  const second = await open(w.tokens.manager)
  await look([second, 1])
  expect(carsOf(second)[0]).toHaveLength(2)
  expect(carsOf(map)).toHaveLength(2)
})

it('are sent to nobody without the right, of another merchant, or without access to the stores', async () => {
  const foreign = await makeWorld(t, { name: '别家租车' })
  const [mine, theirs, clerk] = [
    await open(w.tokens.owner),
    await open(foreign.tokens.owner),
    await open(w.tokens.finance),
  ]
  await t.root.query(
    "update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试fleet'",
    [w.merchantId, w.stores.pudong],
  )
  const limited = await open(w.tokens.fleet)
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
