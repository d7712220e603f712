const ITEMS = 'items'

function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}

const ended = (of: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    of.oncomplete = () => resolve()
    of.onabort = () => reject(of.error)
  })

const open = (database: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(database, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(ITEMS, { keyPath: 'id' })
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })

/** Items of one kind that a phone stores until the server has them, in the order of their time. */
export interface PhoneStore<T> {
  all(): Promise<readonly T[]>
  /** @returns false when there is no space for it, or no database */
  put(item: T): Promise<boolean>
  remove(id: string): Promise<void>
}

/**
 * Items in a database of the browser, which outlives the page. Some private windows have no database: the items then
 * live only as long as the page, and the empty results below mean that.
 */
export function phoneStoreOf<T extends { readonly id: string }>(
  database: string,
  timeOf: (item: T) => number,
): PhoneStore<T> {
  let opened: Promise<IDBDatabase> | undefined
  const items = async (mode: IDBTransactionMode) => {
    opened ??= open(database)
    return (await opened).transaction(ITEMS, mode).objectStore(ITEMS)
  }
  return {
    async all() {
      try {
        const found: T[] = await request((await items('readonly')).getAll())
        return found.toSorted((a, b) => timeOf(a) - timeOf(b))
      } catch {
        return []
      }
    },
    async put(item) {
      try {
        const store = await items('readwrite')
        await request(store.put(item))
        // A full disk aborts the transaction after its request has succeeded.
        await ended(store.transaction)
        return true
      } catch {
        return false
      }
    },
    async remove(id) {
      try {
        await request((await items('readwrite')).delete(id))
      } catch {
        // The item was never stored.
      }
    },
  }
}
