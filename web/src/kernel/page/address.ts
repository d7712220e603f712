import { seeVersion } from '../call/version.ts'
import { adoptToken } from '../token.ts'
import type { RawSearch } from './search.ts'

/** Splits the token from the query of an address; null when there is none. */
export function takeToken(search: RawSearch): { token: string; rest: RawSearch } | null {
  const { token, ...rest } = search
  return token === undefined ? null : { token, rest }
}

/** A login ticket, which is valid once and is exchanged for a session token. */
const isTicket = (token: string) => token.startsWith('tk_')

let exchange: ((ticket: string) => void) | undefined
let waiting: string | undefined

/** Sets the handler of a login ticket in the address; a ticket that arrived earlier is handled at once. */
export function onTicket(listener: (ticket: string) => void): void {
  exchange = listener
  if (waiting !== undefined) listener(waiting)
  waiting = undefined
}

/**
 * Runs on each navigation: a token in the address is stored, and the query without it is returned so that the address
 * can be replaced; null when there is no token. The native version is stored too.
 */
export function adoptAddress(search: RawSearch): RawSearch | null {
  seeVersion(search.version)
  const taken = takeToken(search)
  if (!taken) return null
  if (isTicket(taken.token)) {
    if (exchange) exchange(taken.token)
    else waiting = taken.token
  } else if (taken.token) adoptToken(taken.token)
  return taken.rest
}
