import type { CarPlace } from '@cheyi/domain/vehicle-control/place'
import type { Kernel } from '../kernel/http/pipeline.ts'
import type { Client } from './client.ts'
import * as store from './store.ts'

/*
 * Where cars are, for the maps that are open: no rows of `event`, since a place is old in ten seconds. One per process; while
 * somebody watches it asks once in five seconds for all of them, and gives each what it may see.
 */

export const CARS_EVERY_MS = 5000
/** A terminal that has not spoken for so long has told nothing new. */
const SPOKE_MS = 30_000

/** Its page opens them. */
const KEY = 'vehicleControl'

export class CarWatch {
  readonly #kernel: Pick<Kernel, 'pools' | 'clock' | 'log'>
  readonly #clients = new Set<Client>()
  /** By car, what was told of it last. */
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
      // By what it may see when its turn comes.
      client.inTurn(() => {
        const cars = news.filter((row) => sees(client, row)).map(placeOf)
        if (cars.length > 0) client.send({ type: 'cars', data: { cars } })
      })
    }
  }
}

/** As the policy of cars has it: of the merchant, and of one of the stores where there is a limit. */
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
