import type { CarPlace } from '@cheyi/domain/fleet/vehicle-control/place'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import type { Client } from './client.ts'
import * as store from './store.ts'

/*
 * Positions of cars for open maps. They are not stored as rows of `event`, because a position is outdated after ten
 * seconds. One instance per process: while at least one client is subscribed, it queries all cars every five seconds
 * and sends each client those that it may see.
 */

export const CARS_EVERY_MS = 5000
/** A terminal without a message for this time has no new position. */
const SPOKE_MS = 30_000

/** The permission key of the map page. */
const KEY = 'vehicleControl'

export class CarWatch {
  readonly #kernel: Pick<Kernel, 'pools' | 'clock' | 'log'>
  readonly #clients = new Set<Client>()
  /** By car, the last position that was sent. */
  #told = new Map<string, string>()
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
    const rows = await store.carsTold(this.#kernel.pools.side, merchants, now - SPOKE_MS, now)
    const told = new Map(rows.map((row) => [row.vehicleId, JSON.stringify(row)]))
    const changed = rows.filter(({ vehicleId }) => told.get(vehicleId) !== this.#told.get(vehicleId))
    this.#told = told
    for (const client of clients) {
      const news = client.cars === 'new' ? rows : changed
      client.cars = 'told'
      // The rights are checked when the client's turn comes, because they may change before.
      client.inTurn(() => {
        const cars = news.filter((row) => sees(client, row)).map(placeOf)
        if (cars.length > 0) client.send({ type: 'cars', data: { cars } })
      })
    }
  }
}

/** The same rule as the row policy of cars: same merchant, and one of the stores if the account is limited to stores. */
const sees = ({ rights }: Client, row: store.CarRow): boolean =>
  rights.keys.has(KEY) &&
  row.merchantId === rights.merchantId &&
  (rights.scope === 'all' || row.storeIds.some((id) => rights.storeIds.includes(id)))

const placeOf = ({ vehicleId, at, latE6, lngE6, speed, course, state, moving, cut }: store.CarRow): CarPlace => ({
  vehicleId,
  at,
  lat: latE6 / 1e6,
  lng: lngE6 / 1e6,
  speed: speed / 10,
  course,
  state,
  moving,
  cut,
})
