import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { exclusiveKinds, occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { sellable } from '@cheyi/domain/fleet/stock/count/sellable'
import { plan } from '@cheyi/domain/fleet/stock/plan'
import type { Occupancy, Request } from '@cheyi/domain/fleet/stock/pool'
import { randomFrom } from '@cheyi/domain/fleet/stock/search/random'
import { patient } from '@cheyi/domain/fleet/stock/testing/pool'
import { relocationStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { type PoolRows, poolFrom } from './read-pools.ts'

const NOW = Date.UTC(2026, 2, 2, 4)
const TURN = HOUR
const settings = { lockWindowMinutes: 120, overdueHoldMinutes: 60, turnaroundMinutes: TURN / 60_000, graceMinutes: 30 }
const MODEL = '9'
const STORES = ['1', '2'] as const
const other = (store: string): string => (store === '1' ? '2' : '1')

type OccupancyRow = ReturnType<PoolRows['occupancies']>[number]
type DeltaRow = ReturnType<PoolRows['deltas']>[number]

/** Rows as the tables have them, of cars that drive between two stores. */
interface World {
  readonly homes: ReadonlyMap<string, string>
  readonly rows: readonly OccupancyRow[]
  readonly deltas: readonly DeltaRow[]
}

/**
 * Each car has a history that stands in the database without an overlap: a rental that may be late and may end at the
 * other store, and what was planned after it: orders, some of them one-way, and relocations.
 */
function randomWorld(seed: number): World {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const homes = new Map<string, string>()
  const rows: OccupancyRow[] = []
  const deltas: DeltaRow[] = []
  let ids = 0
  const addDelta = (
    delta: Pick<DeltaRow, 'storeId' | 'at' | 'delta' | 'vehicleId' | 'refId' | 'leftAt'> & Partial<DeltaRow>,
  ) => deltas.push({ modelId: MODEL, status: null, returnAt: null, ticketStatus: null, planEnd: null, ...delta })

  for (let n = 1; n <= 2 + below(3); n++) {
    const vehicleId = `v${n}`
    let store: string = STORES[below(2)]!
    homes.set(vehicleId, store)
    let from = NOW - below(60) * HOUR
    for (let k = 0; k < 1 + below(3); k++) {
      const refId = String(++ids)
      const end = from + (2 + below(40)) * HOUR
      const begun = k === 0 && from <= NOW
      const base = { storeId: store, modelId: MODEL, refId, vehicleId, fromAt: from, source: null }
      // One that did not depart before its end is taken back by its timer.
      if (random() < 0.2 && (begun || end > NOW)) {
        const departed = begun && (end <= NOW || random() < 0.5)
        const ticketStatus = departed ? relocationStatuses.code.onTheWay : relocationStatuses.code.waiting
        rows.push({
          ...base,
          kind: occupancyKind.relocation,
          toAt: end,
          pinned: false,
          onRent: false,
          oneWay: true,
          orderStatus: null,
          agreedAt: null,
        })
        const ticket = { refId, vehicleId, ticketStatus, leftAt: from, planEnd: end }
        addDelta({ ...ticket, storeId: store, at: from, delta: -1 })
        store = other(store)
        addDelta({ ...ticket, storeId: store, at: end, delta: 1 })
      } else {
        const oneWay = random() < 0.5
        const status = begun ? orderStatus.pickedUp : orderStatus.confirmed
        rows.push({
          ...base,
          kind: occupancyKind.order,
          toAt: end + TURN,
          pinned: begun || random() < 0.5,
          onRent: begun,
          oneWay,
          orderStatus: status,
          agreedAt: begun ? end : from,
        })
        if (oneWay) {
          const trip = { at: end + TURN, refId, status, leftAt: from, returnAt: end }
          addDelta({ ...trip, storeId: store, delta: -1, vehicleId: null })
          // Where the car will be is known only once it is out.
          if (!begun) break
          store = other(store)
          addDelta({ ...trip, storeId: store, delta: 1, vehicleId })
        }
      }
      from = rows.at(-1)!.toAt + below(12) * HOUR
    }
  }
  return { homes, rows, deltas }
}

function rowsOf({ homes, rows, deltas }: World): PoolRows {
  const inPool =
    <T extends { storeId: string }>(all: readonly T[]) =>
    ({ storeId }: { storeId: string }) =>
      all.filter((row) => row.storeId === storeId)
  const vehicles = STORES.map((storeId) => ({
    storeId,
    modelId: MODEL,
    ids: [...homes].filter(([, home]) => home === storeId).map(([id]) => id),
  }))
  return {
    vehicles: inPool(vehicles),
    occupancies: inPool(rows.filter((row) => row.toAt > NOW || row.onRent)),
    deltas: inPool(deltas),
    stops: () => [],
    shares: [],
  }
}

/** Pairs of rows that the database refuses beside each other. */
function refusedPairs(
  rows: readonly Pick<OccupancyRow, 'kind' | 'vehicleId' | 'refId' | 'fromAt' | 'toAt'>[],
): string[] {
  const exclusive = rows.filter(({ kind }) => (exclusiveKinds as readonly number[]).includes(kind))
  return exclusive.flatMap((a, i) =>
    exclusive
      .slice(i + 1)
      .filter((b) => a.vehicleId !== null && a.vehicleId === b.vehicleId && a.fromAt < b.toAt && b.fromAt < a.toAt)
      .map((b) => `${a.refId} and ${b.refId} on ${a.vehicleId}`),
  )
}

function randomRequest(seed: number, vehicles: readonly string[]): Request {
  const random = randomFrom(seed)
  const from = NOW + Math.floor(random() * 60) * HOUR
  const to = from + (3 + Math.floor(random() * 40)) * HOUR
  const chosen = random() < 0.2 ? vehicles[Math.floor(random() * vehicles.length)] : undefined
  return { from, to, leaves: random() < 0.3, ...(chosen !== undefined && { vehicleId: chosen }) }
}

describe('the pools of two stores between which cars are driven', () => {
  it('have a car for a booking that the tables accept, whatever is late, and show none where there is none', {
    timeout: 60_000,
  }, () => {
    const seen = { booked: 0, refused: 0, late: 0 }
    for (let seed = 1; seed <= 3000; seed++) {
      const world = randomWorld(seed)
      expect(refusedPairs(world.rows), `seed ${seed}`).toEqual([])
      for (const storeId of STORES) {
        const pool = poolFrom(rowsOf(world), { storeId, modelId: MODEL }, NOW, settings)
        const request = randomRequest(seed, [...world.homes.keys()])
        const answer = plan(pool, request, patient)
        const { vehicleId: _, ...any } = request
        const sale = sellable(pool, 1, any, patient)
        if (pool.occupancies.some((row: Occupancy) => row.late)) seen.late++
        if (answer.kind !== 'fits') {
          seen.refused++
          if (request.vehicleId === undefined) expect(sale.free, `seed ${seed}: shown, and refused`).toBe(0)
          continue
        }
        seen.booked++
        const moved = new Map(answer.moves.map((move) => [move.refId, move.to]))
        const after = [
          ...world.rows.map((row) => ({ ...row, vehicleId: moved.get(row.refId) ?? row.vehicleId })),
          {
            kind: occupancyKind.order,
            refId: 'new',
            vehicleId: answer.vehicleId,
            fromAt: request.from,
            toAt: request.to!,
          },
        ]
        expect(refusedPairs(after), `seed ${seed}, store ${storeId}`).toEqual([])
      }
    }
    expect(Math.min(seen.booked, seen.refused, seen.late)).toBeGreaterThan(300)
  })
})
