import { contract } from '@cheyi/contract/index'
import type { OrderStatus } from '@cheyi/domain/booking/order/codes'
import type { OccupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { type HoldingRow, runStateOf } from '@cheyi/domain/fleet/inventory/run-state'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * The state of a vehicle is told twice: for one by the domain, for a fleet by the database. They agree.
 */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t, { cars: 60, name: '车多租车' })
})
afterAll(() => t.close())

/** The same numbers every time. */
function dice(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % most
  }
}

it('says of every vehicle what the domain says', async () => {
  const roll = dice(20261120)
  const vehicles = Object.values(w.vehicles).flat()
  const expected = new Map<string, number>()
  for (const { id } of vehicles) {
    const rows: HoldingRow[] = []
    const taken: { from: number; to: number }[] = []
    const count = roll(4)
    let out = false
    for (let n = 0; n < count; n++) {
      const kind = [0, 0, 0, 1, 2, 3, 4, 6][roll(8)] as OccupancyKind
      const from = TEST_NOW + (roll(60) - 30) * HOUR
      const to = from + (2 + roll(30)) * HOUR
      const status = kind === 0 ? (([1, 3, 4, 5, 6] as const)[roll(5)] as OrderStatus) : null
      // A car is out once, and nothing that the exclusion forbids stands beside it.
      if (status === 5 && out) continue
      if (kind < 4) {
        if (taken.some((one) => one.from < to && from < one.to)) continue
        taken.push({ from, to })
      }
      out ||= status === 5
      const returnAt = status === null ? null : to - HOUR
      // Swapped away, a car stops itself.
      const cleaning = kind === 4 && roll(2) === 0
      const refId =
        status === null
          ? kind === 4 && !cleaning
            ? '1'
            : id
          : await insertOrder(t, w, {
              status,
              pickupAt: from,
              returnAt: returnAt!,
            })
      await t.root.query(
        `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id, on_rent)
         select merchant_id, home_store_id, model_id, id, $2, $3, $4, $5, $6 from vehicle where id = $1`,
        [id, new Date(from), new Date(to), kind, refId, status === 5],
      )
      // What is over holds nothing, but for a car that did not come back.
      if (to > TEST_NOW || status === 5) rows.push({ kind, from, to, cleaning, orderStatus: status, returnAt })
    }
    expected.set(id, runStateOf(rows, TEST_NOW, 30))
  }
  const states = new Map<string, number | null>()
  for (let cursor: string | undefined; ; ) {
    const page = await t.call(contract.inventory.list, { pageSize: 100, cursor }, { token: w.tokens.owner })
    for (const one of page.list) states.set(one.vehicleId, one.runState)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(Object.fromEntries(states)).toEqual(Object.fromEntries(expected))
  // All of them occur, or this would show little.
  expect(new Set(expected.values()).size).toBe(9)
})

it('asks of what holds vehicles for no column that its indexes lack: each row would be read in the table', async () => {
  const { rows } = await t.root.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'vehicle_states'`,
  )
  const scans = rows[0]!.source.split('union all')
  for (const [n, index] of ['occupancy_now', 'occupancy_out'].entries()) {
    const scan = scans[n]!.split('),')[0]!
    const asked = new Set([...scan.matchAll(/\bc\.(\w+)/g)].map(([, name]) => name!))
    const held = await t.root.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass',
      [index],
    )
    // What every row of the index says is in none of its columns.
    for (const name of ['active', 'on_rent', ...held.rows.map((one) => one.name)]) asked.delete(name)
    expect([...asked], index).toEqual([])
  }
})
