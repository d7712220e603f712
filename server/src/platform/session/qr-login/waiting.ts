import { addressKey } from '../../../kernel/address-key.ts'
import { asGate } from '../../../kernel/enter.ts'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import type { Config } from '../../../kernel/process/config.ts'
import { byHashes } from './store.ts'

/*
 * Pages that wait for a phone. However many there are, this process queries once a second for all of them in one
 * statement. No user is signed in yet, so places are limited: per code (the event stream and one parallel call) and per
 * address (the screens of one office).
 */

const LOOK_MS = 1000
const MOST = 500
const MOST_OF_CODE = 2
const MOST_OF_ADDRESS = 10

type Row = Awaited<ReturnType<typeof byHashes>>[number]

export interface Waiting {
  /** The row at the next query; undefined once the code is deleted or `signal` is aborted. */
  next(signal: AbortSignal): Promise<Row | undefined>
  leave(): void
}

/** The pages that wait at one server. */
export class QrWaiters {
  readonly #kernel: Pick<Kernel, 'pools' | 'vaults' | 'clock'>
  /** Number of used places, by code and by address. */
  readonly #places = new Map<string, number>()
  #all = 0
  #asked = new Map<string, Set<PromiseWithResolvers<Row | undefined>>>()
  #timer: NodeJS.Timeout | undefined

  constructor(kernel: Pick<Kernel, 'pools' | 'vaults' | 'clock'>) {
    this.#kernel = kernel
  }

  /**
   * Takes a place for a page that has shown the secret of a code; null when the limit of the server, of the code or of
   * the address is reached.
   */
  enter(qrHash: Buffer, ip: string): Waiting | null {
    const hash = qrHash.toString('hex')
    const [code, address] = [`code/${hash}`, `address/${addressKey(ip)}`]
    const isFull = this.#taken(code) >= MOST_OF_CODE || this.#taken(address) >= MOST_OF_ADDRESS || this.#all >= MOST
    if (isFull) return null
    this.#count([code, address], 1)
    let left = false
    return {
      next: (signal) => this.#next(hash, signal),
      leave: () => {
        if (!left) this.#count([code, address], -1)
        left = true
      },
    }
  }

  /** Number of used places at this server. */
  get taken(): number {
    return this.#all
  }

  #taken(place: string): number {
    return this.#places.get(place) ?? 0
  }

  #count(places: readonly string[], by: 1 | -1): void {
    this.#all += by
    for (const place of places) {
      const taken = this.#taken(place) + by
      if (taken === 0) this.#places.delete(place)
      else this.#places.set(place, taken)
    }
  }

  async #next(hash: string, signal: AbortSignal): Promise<Row | undefined> {
    if (signal.aborted) return undefined
    const asked = Promise.withResolvers<Row | undefined>()
    const end = () => asked.resolve(undefined)
    signal.addEventListener('abort', end)
    const beside = this.#asked.get(hash) ?? new Set()
    this.#asked.set(hash, beside.add(asked))
    this.#timer ??= setTimeout(() => void this.#look(), LOOK_MS)
    try {
      return await asked.promise
    } finally {
      signal.removeEventListener('abort', end)
      beside.delete(asked)
    }
  }

  async #look(): Promise<void> {
    this.#timer = undefined
    const asked = this.#asked
    this.#asked = new Map()
    const hashes = [...asked].filter(([, waiters]) => waiters.size > 0).map(([hash]) => Buffer.from(hash, 'hex'))
    if (hashes.length === 0) return
    try {
      const rows = await asGate(this.#kernel, ({ db }) => byHashes(db, hashes))
      const byHash = new Map(rows.map((row) => [row.qrHash.toString('hex'), row]))
      for (const [hash, waiters] of asked) for (const { resolve } of waiters) resolve(byHash.get(hash))
    } catch (error) {
      for (const waiters of asked.values()) for (const { reject } of waiters) reject(error)
    }
  }
}

const ofServers = new WeakMap<Config, QrWaiters>()

/** The waiting pages of the server with this configuration. */
export function waitersOf(config: Config): QrWaiters {
  const waiters = ofServers.get(config)
  if (waiters === undefined) throw new Error('this server shows no codes')
  return waiters
}

/** Enables waiting at this server. */
export function openWaiters(kernel: Kernel): QrWaiters {
  const waiters = new QrWaiters(kernel)
  ofServers.set(kernel.config, waiters)
  return waiters
}
