/*
 * The only file that uses the browser's storage. In private windows and on full disks every access throws, so each one
 * is guarded: what cannot be stored lives in memory for the life of the page.
 */

/**
 * All keys that the web stores. `draft:` and other personal data are deleted when the user signs out; `tab:` is session
 * storage, which ends with the tab and is not visible to other tabs.
 */
export type StoredKey =
  | 'token'
  | 'tokenOwner'
  /**
   * The signed-in user and their permissions, as the server last returned them, for a start without a network; removed
   * with the token.
   */
  | 'user'
  | 'merchantId'
  | 'storeId'
  | 'taskManage'
  | 'theme'
  /** The language that a customer has chosen on this device. */
  | 'language'
  /** Merchants that the client shows as paid through the platform, by comma; set on the device. */
  | 'customPayMerchantIds'
  /** How a user has set up a table on this device: screen, account. */
  | `table:${string}`
  /** Filters of a list that a user has named on this device: screen, account. */
  | `views:${string}`
  /** Pass of a customer's link on this phone. */
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

function clearStored(prefix: 'draft:' | 'tab:draft:'): void {
  for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key)
  try {
    const area = areaOf(prefix)
    for (const key of Object.keys(area)) if (key.startsWith(prefix)) area.removeItem(key)
  } catch {
    // Without storage there is nothing to clear.
  }
}

export function clearDrafts(): void {
  clearStored('draft:')
  clearStored('tab:draft:')
}

/** Calls back when another tab changes or removes a stored value. */
export function onStoredElsewhere(listener: (key: string | null, value: string | null) => void): () => void {
  const heard = (event: StorageEvent) => event.storageArea === localStorage && listener(event.key, event.newValue)
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
