import type { Kernel } from '../../kernel/http/pipeline.ts'
import { CarWatch } from './cars.ts'
import type { Client } from './client.ts'
import { lastOfEach } from './merge.ts'
import { messagesOf } from './messages.ts'
import { QuietPools } from './pools.ts'
import * as store from './store.ts'

/*
 * One instance per process: reads the events once for all its clients and sends each client what it may see. It reads
 * only while at least one client is connected.
 */

const LOOK_MS = 1000
/** ms between beats, which prevent proxies and {@link arrivalLimits} from closing a quiet stream. */
export const BEAT_MS = 15_000
/** Rows per query; a client that missed more must reload everything. */
const PAGE = 1000
const REPLAY_MS = 10 * 60_000
const STREAMS_PER_SESSION = 5
/** Tolerance for browser clocks and running transactions: events from shortly before are sent once more. */
const MARGIN_MS = 2000

export interface From {
  /** The last position that the client knows. */
  readonly place: store.ToldPlace | null
  /** Without a position: how many ms ago the client began to load its data. */
  readonly ago: number
}

export class Hub {
  readonly #kernel: Pick<Kernel, 'pools' | 'replica' | 'clock' | 'wake' | 'log'>
  /** Clients by merchant id. */
  readonly #clients = new Map<string, Set<Client>>()
  readonly #pools = new QuietPools((row) => this.#tellAll(row))
  readonly #cars: CarWatch
  #place: store.Place | undefined
  /** Identifies the history of the database in which the position is valid. */
  #life = ''
  #stops: (() => unknown)[] = []
  #looking = false
  #again = false

  constructor(kernel: Pick<Kernel, 'pools' | 'replica' | 'clock' | 'wake' | 'log'>) {
    this.#kernel = kernel
    this.#cars = new CarWatch(kernel)
  }

  /** Adds a client, and first sends it the events that it missed. */
  async join(client: Client, from: From): Promise<void> {
    if (this.#stops.length === 0) this.#start()
    const { merchantId } = client.rights
    const mine = this.#clients.get(merchantId) ?? new Set()
    this.#clients.set(merchantId, mine.add(client))
    const streams = [...mine].filter(({ sessionId }) => sessionId === client.sessionId)
    for (const oldest of streams.slice(0, -STREAMS_PER_SESSION)) {
      oldest.send({ type: 'full', data: {} })
      oldest.end()
    }
    // Events that the node reads from here on are queued for the client; earlier events are queried for it.
    client.hold()
    const now = await store.horizon(this.#kernel.pools.side)
    // A client may go away during each query; with the last one the position is forgotten.
    if (!client.open) return
    if (this.#place === undefined) this.#beginAt(now)
    const missed = from.place !== null && store.isLost(from.place, now) ? null : await this.#missed(merchantId, from)
    const position = await this.#kernel.replica?.position()
    if (!client.open) return
    if (position !== undefined) client.send({ type: 'seen', data: { at: position } })
    if (missed === null) client.send({ type: 'reset', data: {}, id: this.#textOf(this.#back) })
    else for (const row of missed) this.#tell(client, row)
    client.told = missed?.at(-1) ?? null
    client.release()
    client.send({ type: 'beat', data: {}, id: this.#textOf(this.#back) })
    if (client.boxes !== null && client.open) this.#cars.join(client)
  }

  leave(client: Client): void {
    const { merchantId } = client.rights
    const mine = this.#clients.get(merchantId)
    mine?.delete(client)
    this.#cars.leave(client)
    if (mine?.size === 0) this.#clients.delete(merchantId)
    // No client is connected: the next one starts at the position of that time.
    if (this.#clients.size === 0) {
      this.#place = undefined
      this.#pools.clear()
    }
  }

  async close(): Promise<void> {
    for (const client of this.#everybody()) client.end()
    this.#pools.clear()
    this.#cars.close()
    await Promise.all(this.#stops.map((stop) => stop()))
  }

  #start(): void {
    const look = () => void this.#look()
    const looking = setInterval(look, LOOK_MS)
    const beating = setInterval(() => void this.#beat(), BEAT_MS)
    const { stop } = this.#kernel.wake.listen(look)
    this.#stops = [() => clearInterval(looking), () => clearInterval(beating), stop]
  }

  #everybody(): Client[] {
    return [...this.#clients.values()].flatMap((mine) => [...mine])
  }

  /** The events that a client missed; null when they are not completely available any more. */
  async #missed(merchantId: string, { place, ago }: From): Promise<store.EventRow[] | null> {
    const { side } = this.#kernel.pools
    const now = this.#kernel.clock.now()
    if (place !== null) return store.replay(side, merchantId, place, { since: now - REPLAY_MS, most: PAGE })
    if (ago <= 0) return []
    const rows = await store.eventsSince(side, merchantId, now - Math.min(ago, REPLAY_MS) - MARGIN_MS, PAGE)
    return rows.length < PAGE ? rows : null
  }

  /** Reads events after the position; if it is called while it reads, it reads once more. */
  async #look(): Promise<void> {
    if (this.#looking) {
      this.#again = true
      return
    }
    this.#looking = true
    try {
      do {
        this.#again = false
        if (this.#place === undefined) break
        const now = await store.horizon(this.#kernel.pools.side)
        const place = this.#place
        if (place === undefined) break
        if (store.isLost({ ...place, life: this.#life }, now)) this.#resetAt(now)
        const rows = await store.after(this.#kernel.pools.side, this.#place, PAGE)
        // All clients have disconnected.
        if (this.#place === undefined) break
        this.#place = rows.at(-1) ?? this.#place
        if (rows.length === PAGE) this.#again = true
        if (rows.length > 0) await this.#tellPosition(rows)
        this.#deliver(rows)
      } while (this.#again)
    } catch (err) {
      this.#kernel.log.warn({ err }, 'events wait for the next look')
    } finally {
      this.#looking = false
    }
  }

  #beginAt({ xid, id, life }: store.Horizon): void {
    this.#place = { xid, id }
    this.#life = life
  }

  /** The database was restored to an earlier time: clients may know events that no longer exist, so every client reloads everything. */
  #resetAt(now: store.Horizon): void {
    this.#kernel.log.warn('the database went back in time, streams begin anew')
    this.#pools.clear()
    this.#beginAt(now)
    for (const client of this.#everybody())
      client.inTurn(() => {
        client.told = null
        client.send({ type: 'reset', data: {}, id: this.#textOf(now) })
      })
  }

  /** Before the events, because a page that hears of one reads what it concerns again at once. */
  async #tellPosition(rows: readonly store.ForeignRow[]): Promise<void> {
    const at = await this.#kernel.replica?.position()
    if (at === undefined) return
    for (const merchantId of new Set(rows.map((row) => row.merchantId)))
      for (const client of this.#clients.get(merchantId) ?? [])
        client.inTurn(() => client.send({ type: 'seen', data: { at } }))
  }

  #deliver(rows: readonly store.ForeignRow[]): void {
    const changed = new Set<Client>()
    for (const row of lastOfEach(rows)) {
      if (row.type === 'auth.changed') this.#tellOfRights(row, changed)
      else if (this.#pools.passes(row)) this.#tellAll(row)
    }
    if (changed.size > 0) void this.#lookAgain([...changed])
  }

  /** After the check of their rights, the queued events are sent. */
  async #lookAgain(clients: readonly Client[]): Promise<void> {
    await this.#lookAtRights(clients)
    for (const client of clients) client.release()
  }

  #tellAll(row: store.ForeignRow): void {
    const id = this.#backFrom(row)
    for (const client of this.#clients.get(row.merchantId) ?? [])
      client.inTurn(() => {
        if (client.told === null || store.isAfter(row, client.told)) this.#tell(client, row, id)
      })
  }

  #tell(client: Client, row: store.EventRow, id = this.#textOf(row)): void {
    for (const message of messagesOf(row, client.rights)) client.send({ ...message, id })
  }

  /**
   * Notifies clients whose rights changed at once; their other events are queued until their rights are read again. The
   * end of a session closes its own streams.
   */
  #tellOfRights(row: Extract<store.ForeignRow, { type: 'auth.changed' }>, changed: Set<Client>): void {
    const { sessionId, ...data } = row.data
    for (const client of this.#clients.get(row.merchantId) ?? []) {
      const { accountId } = client.rights
      if (sessionId === undefined ? !row.accountIds?.includes(accountId) : client.sessionId !== sessionId) continue
      client.send({ type: 'auth.changed', data, id: this.#backFrom(row) })
      if (sessionId !== undefined) client.end()
      else if (!changed.has(client)) {
        client.hold()
        changed.add(client)
      }
    }
  }

  /** Reads the current rights of the sessions; the streams of ended sessions are closed. */
  async #lookAtRights(clients: readonly Client[]): Promise<void> {
    const { pools, clock, log } = this.#kernel
    try {
      const sessions = [...new Set(clients.map(({ sessionId }) => sessionId))]
      const found = await store.rightsOf(pools.side, sessions, clock.now())
      for (const client of clients) {
        const rights = found.get(client.sessionId)
        if (rights !== undefined) client.rights = rights
        else {
          // A beat may find the end of a session before its event is read: the page still has to learn why its stream ends.
          client.send({ type: 'auth.changed', data: { reason: 'session' } })
          client.end()
        }
      }
    } catch (err) {
      // Without known rights nothing may be sent: the clients are disconnected and authorize again when they reconnect.
      log.warn({ err }, 'streams end, their rights are not known')
      for (const client of clients) client.end()
    }
  }

  /** Sends the current position as a sign of life, and closes streams whose session has ended. */
  async #beat(): Promise<void> {
    const clients = this.#everybody()
    if (clients.length === 0) return
    await this.#lookAtRights(clients)
    const id = this.#place === undefined ? undefined : this.#textOf(this.#back)
    for (const client of clients) client.inTurn(() => client.send({ type: 'beat', data: {}, id }))
  }

  /** The position from which a client that disconnects now would miss nothing. */
  get #back(): store.Place {
    return this.#pools.floor ?? this.#place!
  }

  #textOf(place: store.Place): string {
    return store.placeText(place, this.#life)
  }

  #backFrom(row: store.Place): string {
    const { floor } = this.#pools
    return this.#textOf(floor === null || store.isAfter(floor, row) ? row : floor)
  }
}
