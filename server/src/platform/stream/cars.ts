import { isInBox, type MapBox, packPlace } from '@cheyi/domain/fleet/vehicle-control/place'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import type { Client } from './client.ts'
import * as store from './store.ts'

/*
 * Positions of cars for open maps. They are not stored as rows of `event`, because a position is outdated after a few
 * seconds. One instance per process: while at least one client is subscribed, it queries all cars every three seconds
 * and sends each client those that moved within what its maps show.
 */

export const CARS_EVERY_MS = 3000
/** A terminal without a message for this time has no new position. */
const SPOKE_MS = 30_000

/** The permission key of the map page. */
const KEY = 'vehicleControl'

export class CarWatch {
  readonly #kernel: Pick<Kernel, 'pools' | 'clock' | 'log'>
  readonly #clients = new Set<Client>()
  /** By car, its position at the last query. */
  #told = new Map<string, store.CarRow>()
  #timer: NodeJS.Timeout | undefined
  #looking = false

  constructor(kernel: Pick<Kernel, 'pools' | 'clock' | 'log'>) {
    this.#kernel = kernel
  }

  join(client: Client): void {
    this.#clients.add(client)
    this.#timer ??= setInterval(() => void this.#look(), CARS_EVERY_MS)
  }

  leave(client: Client): void {
    this.#clients.delete(client)
    if (this.#clients.size === 0) this.close()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#told.clear()
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      await this.#tell([...this.#clients].filter(({ open, rights }) => open && rights.keys.has(KEY)))
    } catch (err) {
      this.#kernel.log.warn({ err }, 'places of cars wait for the next look')
    } finally {
      this.#looking = false
    }
  }

  async #tell(clients: readonly Client[]): Promise<void> {
    if (clients.length === 0) return
    const now = this.#kernel.clock.now()
    const merchants = [...new Set(clients.map(({ rights }) => rights.merchantId))]
    const side = this.#kernel.pools.side
    const [rows, views] = await Promise.all([
      store.carsTold(side, merchants, now - SPOKE_MS, now),
      store.viewsOf(
        side,
        clients.map(({ ticket }) => ticket),
      ),
    ])
    const told = this.#told
    this.#told = new Map(rows.map((row) => [row.vehicleId, row]))
    const changed = new Set(rows.filter((row) => !isSame(row, told.get(row.vehicleId))))
    for (const client of clients) {
      const view = views.get(client.ticket)
      if (view === undefined) continue
      const [boxes, before] = [view.boxes, client.boxes ?? []]
      client.boxes = boxes
      // The rights are checked when the client's turn comes, because they may change before.
      client.inTurn(() => {
        const cars = rows.filter((row) => {
          const was = told.get(row.vehicleId)
          return (
            sees(client, row, view, now) &&
            // A car that has just left the box is sent once more, so that its sign does not stop at the edge.
            (changed.has(row)
              ? isInSight(row, boxes) || (was !== undefined && isInSight(was, boxes))
              : // A map is drawn from an answer that is up to a minute old: by then only moving cars are elsewhere.
                row.moving && isInSight(row, boxes) && !isInSight(row, before))
          )
        })
        if (cars.length > 0) client.send({ type: 'cars', data: { cars: cars.map(packPlace) } })
      })
    }
  }
}

/** Whether two positions are drawn alike: a parked car reports often, and its map needs none of these reports. */
const isSame = (row: store.CarRow, was: store.CarRow | undefined): boolean =>
  was !== undefined && JSON.stringify(packPlace({ ...row, at: 0 })) === JSON.stringify(packPlace({ ...was, at: 0 }))

const isInSight = (row: store.CarRow, boxes: readonly MapBox[]): boolean => boxes.some((box) => isInBox(row, box))

/**
 * The same rule as the row policy of cars: same merchant, and one of the stores if the account is limited to stores.
 * Cars of customers are sent only after a look that is in the audit log.
 */
const sees = ({ rights }: Client, row: store.CarRow, { rentedUntil }: store.MapView, now: number): boolean =>
  rights.keys.has(KEY) &&
  row.merchantId === rights.merchantId &&
  (rights.scope === 'all' || row.storeIds.some((id) => rights.storeIds.includes(id))) &&
  (!row.rented || (rentedUntil !== null && rentedUntil > now))
