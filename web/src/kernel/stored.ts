/*
 * The one file that touches the browser's storage. Private windows and full disks make every access throw, so each
 * is guarded: what cannot be stored lives in memory for the life of the page.
 */

/**
 * Everything the web keeps. `draft:` and the rest of personal data leave with the user; what begins with `tab:` lives no
 * longer than the tab, and no other tab sees it.
 */
export type StoredKey =
  | 'token'
  | 'tokenOwner'
  /** Who is signed in and what they may, as the server last said, for a start without a network; goes with the token. */
  | 'user'
  | 'merchantId'
  | 'storeId'
  | 'taskManage'
  | 'theme'
  /** Merchants that the client shows as paid through the platform, by comma; set on the device. */
  | 'customPayMerchantIds'
  /** How a person looks at a list on this device: screen, account. */
  | `table:${string}`
  /** What a customer's link is opened with on this phone. */
  | `pass:${string}`
  | 'tab:device'
  | DraftKey
export type DraftKey = `draft:${string}` | `tab:draft:${string}`

const memory = new Map<string, string>()
const areaOf = (key: string): Storage => (key.startsWith('tab:') ? sessionStorage : localStorage)

export function readStored(key: StoredKey): string | null {
  try {
    return memory.get(key) ?? areaOf(key).getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

/** null removes the entry. */
export function writeStored(key: StoredKey, value: string | null): void {
  memory.delete(key)
  try {
    if (value === null) areaOf(key).removeItem(key)
    else areaOf(key).setItem(key, value)
  } catch {
    if (value !== null) memory.set(key, value)
  }
}

/** Removes every entry whose key begins with `prefix`. */
function clearStored(prefix: 'draft:' | 'tab:draft:'): void {
  for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key)
  try {
    const area = areaOf(prefix)
    for (const key of Object.keys(area)) if (key.startsWith(prefix)) area.removeItem(key)
  } catch {
    // Without storage there is nothing to clear.
  }
}

/** Removes every draft on this phone. */
export function clearDrafts(): void {
  clearStored('draft:')
  clearStored('tab:draft:')
}

/** Calls back when another tab changes or removes an entry. */
export function onStoredElsewhere(listener: (key: string | null, value: string | null) => void): () => void {
  const heard = (event: StorageEvent) => event.storageArea === localStorage && listener(event.key, event.newValue)
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
