import { markOf } from './mark.ts'
import { createSignal } from './signal.ts'
import { hearSignOut, onStoredElsewhere, readStored, writeStored } from './stored.ts'

/*
 * The session token: stored in local storage, sent by calls.ts, shared by the tabs of one browser.
 *
 * A tab continues to send its own token until it knows the owner of the stored one. Then it is either the same person
 * in the same merchant (a renewed token, taken over silently) or another owner (the tab starts again at `/`). So a form
 * of one merchant is never sent under another merchant's token.
 */

export interface Owner {
  readonly userId: string
  /** '-1' while no merchant is chosen. */
  readonly merchantId: string
}

interface StoredOwner extends Owner {
  /** Hash that tells a renewed token from the old one without storing a part of it. */
  readonly mark: number
}

let token = readStored('token')
/** Owner of the pages that this tab shows. */
let owner = readOwner()
/** Set while it is unknown whether a token from a link has the same owner as the token it replaced. */
let replaced: Owner | null = null

const { tell, listen } = createSignal()

export const currentToken = (): string | null => token

/** Identifies the signed-in user in the chosen merchant, as part of storage keys; null while unknown. */
export const ownerKey = (): string | null => (token !== null && owner ? keyOf(owner) : null)
const keyOf = ({ userId, merchantId }: Owner): string => `${userId}:${merchantId}`

/** Owner of the current token, if the server has confirmed it for exactly this token. */
export const knownOwner = (): Owner | null => (token !== null && owner?.mark === markOf(token) ? owner : null)

/** Calls back when the token is set, replaced or removed in this tab. */
export const onToken = listen

const forgetting = new Set<(owner: string) => void>()

/** Calls back when a user has signed out in another tab: what this page has of them is deleted. */
export const onSignOutElsewhere = (forget: (owner: string) => void): void => void forgetting.add(forget)

/** Sets a token that the user has just obtained: login, choice of a merchant, changed password. */
export function setToken(next: string): void {
  if (next === token) return
  token = next
  writeStored('token', next)
  tell()
}

/** Sets a token from outside: from the address or the native shell. */
export function adoptToken(next: string): void {
  if (next === token) return
  if (token !== null && owner) replaced = owner
  setToken(next)
}

/**
 * Removes the token. `only` names the expected token, so that a late refusal of an old token does not sign out its
 * successor.
 */
export function dropToken(only?: string): boolean {
  if (token === null || (only !== undefined && only !== token)) return false
  // A tab that slept may be refused with the token of before: who has signed in since in another tab stays signed in.
  const isStored = only === undefined || readStored('token') === token
  token = null
  owner = null
  replaced = null
  if (isStored) for (const key of ['token', 'tokenOwner', 'user'] as const) writeStored(key, null)
  tell()
  return true
}

/**
 * Records the owner of the token as returned by the server. Returns true when a link changed the owner without an
 * action of the user; the page must then show a bar.
 */
export function recordOwner(next: Owner): boolean {
  if (token === null) return false
  const mark = markOf(token)
  const stored = readOwner()
  if (!sameOwner(stored, next) || stored?.mark !== mark) writeStored('tokenOwner', JSON.stringify({ ...next, mark }))
  const foreign = replaced !== null && !sameOwner(replaced, next)
  replaced = null
  owner = { ...next, mark }
  return foreign
}

/**
 * Synchronizes the tabs: `end` is called when another tab ended the session, `restart` when the session has another
 * owner now.
 */
export function watchOtherTabs(restart: () => void, end: () => void): () => void {
  return onStoredElsewhere((key, value) => {
    if (key === 'signedOut' && value !== null) {
      hearSignOut()
      if (owner !== null) for (const forget of forgetting) forget(keyOf(owner))
    } else if (key === null || (key === 'token' && value === null)) {
      token = null
      end()
    } else if (key === 'tokenOwner' && value !== null) {
      const stored = readOwner()
      // Two tabs that open at once with one token: the answer about its owner, which the other tab has, is coming here, too.
      if (owner === null && token !== null && stored?.mark === markOf(token)) return
      if (!sameOwner(owner, stored)) restart()
      else if (readStored('token') !== token) {
        token = readStored('token')
        tell()
      }
    }
  })
}

function readOwner(): StoredOwner | null {
  try {
    return JSON.parse(readStored('tokenOwner') ?? 'null') as StoredOwner | null
  } catch {
    return null
  }
}

export const sameOwner = (a: Owner | null, b: Owner | null) =>
  a !== null && b !== null && a.userId === b.userId && a.merchantId === b.merchantId
