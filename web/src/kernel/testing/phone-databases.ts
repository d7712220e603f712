/** The databases of a phone, in memory: as much of IndexedDB as phone-store.ts uses. By name, then by id of the item. */
export function phoneDatabases() {
  const databases = new Map<string, Map<string, { readonly id: string }>>()
  function asked<T>(work: () => T) {
    const request: { result?: T; onsuccess?: () => void } = {}
    queueMicrotask(() => {
      request.result = work()
      request.onsuccess?.()
    })
    return request
  }
  const rowsOf = (name: string) => databases.get(name) ?? databases.set(name, new Map()).get(name)!
  function storeOf(name: string) {
    const rows = rowsOf(name)
    const transaction = {
      set oncomplete(then: () => void) {
        queueMicrotask(then)
      },
    }
    return {
      transaction,
      getAll: () => asked(() => [...rows.values()]),
      put: (item: { readonly id: string }) => asked(() => rows.set(item.id, item)),
      delete: (id: string) => asked(() => rows.delete(id)),
    }
  }
  return {
    /** Stands for the global `indexedDB`. */
    indexedDB: { open: (name: string) => asked(() => ({ transaction: () => ({ objectStore: () => storeOf(name) }) })) },
    rowsOf,
  }
}
