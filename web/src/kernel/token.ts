import { createSignal } from './signal.ts'
import { onStoredElsewhere, readStored, writeStored } from './stored.ts'

/*
 * The session token: kept in local storage, sent by calls.ts, shared by the tabs of one browser.
 *
 * A tab goes on sending the token it holds until it knows whose the stored one is: only then is it either the same
 * person in the same merchant (a renewed token, taken over in silence) or somebody else (the tab starts again at
 * `/`). So no form of one merchant is ever sent under another's token.
 */

export interface Owner {
  readonly userId: string
  /** '-1' while no merchant is chosen. */
  readonly merchantId: string
}

interface StoredOwner extends Owner {
  /** Tells a renewed token from the old one without storing a piece of it. */
  readonly mark: number
}

let token = readStored('token')
/** Whose pages this tab shows. */
let owner = readOwner()
/** Set while a token from a link is not known to be of the same owner as the one it replaced. */
let replaced: Owner | null = null

const { tell, listen } = createSignal()

export const currentToken = (): string | null => token

/** Names the signed-in user in the chosen merchant, for what is kept on the phone; null while not known. */
export const ownerKey = (): string | null => (token !== null && owner ? `${owner.userId}:${owner.merchantId}` : null)

/** Whose the token is, if the server said so of this very one. */
export const knownOwner = (): Owner | null => (token !== null && owner?.mark === markOf(token) ? owner : null)

/** Calls back when the token is set, replaced or dropped in this tab. */
export const onToken = listen

/** Takes a token that the person just earned: login, choice of a merchant, changed password. */
export function setToken(next: string): void {
  if (next === token) return
  token = next
  writeStored('token', next)
  tell()
}

/** Takes a token that came from outside, by the address or the native shell. */
export function adoptToken(next: string): void {
  if (next === token) return
  if (token !== null && owner) replaced = owner
  setToken(next)
}

/** Forgets the token; a token may be named so that a late refusal of an old one does not sign out its successor. */
export function dropToken(only?: string): boolean {
  if (token === null || (only !== undefined && only !== token)) return false
  token = null
  owner = null
  replaced = null
  writeStored('token', null)
  writeStored('tokenOwner', null)
  writeStored('user', null)
  tell()
  return true
}

/**
 * Says whose token this is, once the server has told. Answers true when a link changed the owner behind the person's
 * back, which a bar must make visible.
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

/** Keeps the tabs in step: `end` is called when another ended the session, `restart` when it is somebody else's now. */
export function watchOtherTabs(restart: () => void, end: () => void): () => void {
  return onStoredElsewhere((key, value) => {
    if (key === null || (key === 'token' && value === null)) {
      token = null
      end()
    } else if (key === 'tokenOwner' && value !== null) {
      const stored = readOwner()
      if (!sameOwner(owner, stored)) restart()
      else token = readStored('token')
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

// FNV-1a: 32 bits of 256 tell two tokens apart and give nothing away.
function markOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
