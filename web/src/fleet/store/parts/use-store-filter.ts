import { useCurrentStore } from './current-store.ts'

/** The store that limits lists and counters; null for all stores, or if the account sees only one. */
export function useStoreFilter(): string | null {
  const { storeId, stores } = useCurrentStore()
  return stores.length === 1 ? null : storeId
}
