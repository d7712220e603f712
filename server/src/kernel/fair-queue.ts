/*
 * A fair queue for a worker that processes one item at a time: merchants take turns, and so do the accounts of one. An
 * account with many items only delays its own.
 */

/** The owner of an item; an owner without an account uses any unique name. */
export interface Whose {
  readonly merchantId: string
  readonly accountId: string
  /** Limit of waiting items of the account, where it is lower than the queue's, for callers that hold a connection meanwhile. */
  readonly most?: number
}

/** Limits of waiting items. */
export interface Bounds {
  readonly ofAccount: number
  readonly ofAll: number
}

export class FairQueue<T> {
  readonly #bounds: Bounds
  /** By merchant, then by account, each in the order of their turns: a map preserves the order of insertion. */
  readonly #merchants = new Map<string, Map<string, T[]>>()
  /** The merchant with the last or current turn. */
  #last: string | undefined

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Number of waiting items. */
  get size(): number {
    return [...this.#merchants.values()].reduce((sum, accounts) => sum + countOf(accounts), 0)
  }

  /**
   * Adds `item` behind the others of its account.
   * @returns the item that has to be dropped for it: undefined; `item` itself, when its account has reached its limit;
   * when the queue is full the last item of the merchant with most, if that is more than the merchant of `item` would
   * have, else `item`
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

  /** Removes and returns the next item: of the merchant with the last turn only when no other waits. */
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

  /** Removes an item that is no longer needed. @returns whether it was waiting */
  leave({ merchantId, accountId }: Whose, item: T): boolean {
    const accounts = this.#merchants.get(merchantId)
    const items = accounts?.get(accountId) ?? []
    const at = items.indexOf(item)
    if (at < 0) return false
    this.#remove(merchantId, accountId, at)
    return true
  }

  /** Removes the last item of the longest account of the merchant with most; undefined where none has more than `than`. */
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

/** The first one with the highest length. */
const longest = <K, V>(all: ReadonlyMap<K, V>, lengthOf: (value: V) => number): [K, V] | undefined =>
  [...all].reduce<[K, V] | undefined>(
    (most, one) => (most === undefined || lengthOf(one[1]) > lengthOf(most[1]) ? one : most),
    undefined,
  )

/** After its turn a merchant or account is moved to the end, or removed when it has no more items. */
function toTheEnd<K, V>(all: Map<K, V>, key: K, again: boolean): void {
  const value = all.get(key)!
  all.delete(key)
  if (again) all.set(key, value)
}
