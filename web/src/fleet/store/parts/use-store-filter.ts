import { useCurrentStore } from './current-store.ts'

/** The store that lists and counters are cut to; null where all stores are meant, or there is but one to see. */
export function useStoreFilter(): string | null {
  const { storeId, stores } = useCurrentStore()
  return stores.length === 1 ? null : storeId
}
