/*
 * Who is next, where a server does one thing at a time for everybody: merchants take turns, and so do the accounts of one. Whoever
 * asks for much waits behind their own, and nobody behind them.
 */

/** Whose work it is; who has no account stands for themselves, by whatever name. */
export interface Whose {
  readonly merchantId: string
  readonly accountId: string
  /** How many of the account may wait, where that is less than the line takes: of who holds a connection meanwhile. */
  readonly most?: number
}

/** How many may wait. */
export interface Bounds {
  readonly ofAccount: number
  readonly ofAll: number
}

export class FairLine<T> {
  readonly #bounds: Bounds
  /** By merchant, then by account, each in the order of their turns: a map keeps the order in which its keys came. */
  readonly #merchants = new Map<string, Map<string, T[]>>()
  /** The merchant whose turn it was last, or is. */
  #last: string | undefined

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** How many wait. */
  get size(): number {
    return [...this.#merchants.values()].reduce((sum, accounts) => sum + countOf(accounts), 0)
  }

  /**
   * Puts `item` behind the others of its account.
   * @returns who has to go for that: nobody; `item` itself, where its account waits with as many as it may; where the line is full
   *   the last of the merchant that waits with most, if that is more than the merchant of `item` will, else `item`
   */
  enter({ merchantId, accountId, most = this.#bounds.ofAccount }: Whose, item: T): T | undefined {
    const accounts = this.#merchants.get(merchantId) ?? new Map<string, T[]>()
    const own = accounts.get(accountId) ?? []
    if (own.length >= most) return item
    let gone: T | undefined
    if (this.size >= this.#bounds.ofAll) {
      gone = this.#lastOfLongest(countOf(accounts) + 1)
      if (gone === undefined) return item
    }
    own.push(item)
    accounts.set(accountId, own)
    this.#merchants.set(merchantId, accounts)
    return gone
  }

  /** Takes out who is next: of whoever had the last turn only where nobody else waits. */
  next(): T | undefined {
    const others = this.#merchants.keys().find((merchantId) => merchantId !== this.#last)
    const merchantId = others ?? this.#last
    const accounts = this.#merchants.get(merchantId ?? '')
    if (merchantId === undefined || accounts === undefined) return undefined
    const [accountId, items] = accounts.entries().next().value!
    const item = items.shift()
    toTheEnd(accounts, accountId, items.length > 0)
    toTheEnd(this.#merchants, merchantId, accounts.size > 0)
    this.#last = merchantId
    return item
  }

  /** Takes out who waits no longer. @returns whether it waited */
  leave({ merchantId, accountId }: Whose, item: T): boolean {
    const accounts = this.#merchants.get(merchantId)
    const items = accounts?.get(accountId) ?? []
    const at = items.indexOf(item)
    if (at < 0) return false
    this.#remove(merchantId, accountId, at)
    return true
  }

  /** The last of the longest account of the merchant with most, taken out; undefined where none has more than `than`. */
  #lastOfLongest(than: number): T | undefined {
    const [merchantId, accounts] = longest(this.#merchants, countOf) ?? []
    if (merchantId === undefined || accounts === undefined || countOf(accounts) <= than) return undefined
    const [accountId, items] = longest(accounts, ({ length }) => length)!
    return this.#remove(merchantId, accountId, items.length - 1)
  }

  #remove(merchantId: string, accountId: string, at: number): T | undefined {
    const accounts = this.#merchants.get(merchantId)!
    const items = accounts.get(accountId)!
    const [item] = items.splice(at, 1)
    if (items.length === 0) accounts.delete(accountId)
    if (accounts.size === 0) this.#merchants.delete(merchantId)
    return item
  }
}

const countOf = (accounts: ReadonlyMap<string, readonly unknown[]>): number =>
  [...accounts.values()].reduce((sum, { length }) => sum + length, 0)

/** The first of those with most. */
const longest = <K, V>(all: ReadonlyMap<K, V>, lengthOf: (value: V) => number): [K, V] | undefined =>
  [...all].reduce<[K, V] | undefined>(
    (most, one) => (most === undefined || lengthOf(one[1]) > lengthOf(most[1]) ? one : most),
    undefined,
  )

/** It had its turn: it waits behind the others for the next, or has none. */
function toTheEnd<K, V>(all: Map<K, V>, key: K, again: boolean): void {
  const value = all.get(key)!
  all.delete(key)
  if (again) all.set(key, value)
}
