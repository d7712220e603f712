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
  /** The account that has chosen the store. */
  | 'storeOf'
  /** Changes whenever a user signs out on this device: what other tabs have of the user is then deleted, too. */
  | 'signedOut'
  /** The last sign-out that this tab has heard of. */
  | 'tab:signedOut'
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

let cleared = 0

/** How often drafts were deleted in this page: what a form began before is not written any more. */
export const timesCleared = (): number => cleared

export function clearDrafts(): void {
  cleared++
  clearStored('draft:')
  clearStored('tab:draft:')
}

/** Deletes what the user who signs out leaves on this device; the other tabs hear of it. */
export function clearForSignOut(): void {
  clearDrafts()
  writeStored('storeOf', null)
  writeStored('signedOut', String(Date.now() + Math.random()))
  hearSignOut()
}

/**
 * Deletes what this tab alone has of a user who signed out in another tab, or while this tab slept. What all tabs share was
 * deleted there, and may be of the next user by now.
 */
export function hearSignOut(): void {
  const last = readStored('signedOut')
  if (last === null || readStored('tab:signedOut') === last) return
  cleared++
  clearStored('tab:draft:')
  writeStored('tab:signedOut', last)
}

/** Calls back when another tab changes or removes a stored value. */
export function onStoredElsewhere(listener: (key: string | null, value: string | null) => void): () => void {
  const heard = (event: StorageEvent) => event.storageArea === localStorage && listener(event.key, event.newValue)
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
