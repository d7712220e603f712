import { useSyncExternalStore } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { putStorage } from '../../../kernel/device/native.ts'
import { createSignal } from '../../../kernel/signal.ts'
import { readStored, writeStored } from '../../../kernel/stored.ts'
import { ownerKey } from '../../../kernel/token.ts'
import { useUser } from '../../../kernel/user.ts'

/*
 * The store whose data the user works with: chosen at the top of the home page or in the side navigation, stored on this device,
 * and applied by every list.
 */

const { tell, listen } = createSignal()

/** The choice of this tab, read once: a tab that looks at another store does not move what was begun in this one. */
let here: { readonly owner: string; readonly storeId: string | null } | undefined

function read(): string | null {
  const owner = ownerKey()
  if (owner === null) return readStored('storeId')
  if (here?.owner !== owner) here = { owner, storeId: readStored('storeId') }
  return here.storeId
}

export interface CurrentStore {
  /** null: all stores that the account may see. */
  readonly storeId: string | null
  readonly name: string
  readonly stores: readonly { readonly id: string; readonly name: string; readonly cityName: string }[]
  readonly choose: (storeId: string | null) => void
}

export const ALL_STORES = '全部门店'

/** The chosen store; a store that is no longer visible to the account counts as all stores. */
export function useCurrentStore(): CurrentStore {
  const user = useUser()
  const chosen = useSyncExternalStore(listen, read)
  const stores = useRead(calls.store.list, {}, { enabled: user !== null, freshFor: 300_000 }).data ?? []
  const only = stores.length === 1 ? stores[0] : undefined
  const store = only ?? stores.find((one) => one.id === chosen)
  return {
    // Until the list is loaded the stored choice is used, so that pages do not send their requests twice.
    storeId: store?.id ?? (stores.length === 0 ? chosen : null),
    name: store?.name ?? ALL_STORES,
    stores,
    choose(storeId) {
      const owner = ownerKey()
      here = owner === null ? undefined : { owner, storeId }
      putStorage('storeId', storeId)
      writeStored('storeOf', storeId === null ? null : owner)
      tell()
    },
  }
}

/** The stores visible to the account, as options of a filter. */
export const useStoreOptions = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))

/** The store that limits lists and counters; null for all stores, or if the account sees only one. */
export function useStoreFilter(): string | null {
  const { storeId, stores } = useCurrentStore()
  return stores.length === 1 ? null : storeId
}
