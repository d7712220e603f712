import { seeVersion } from '../call/version.ts'
import { adoptToken } from '../token.ts'
import type { RawSearch } from './search.ts'

/** The token of an address and what remains of it; null when there is none. */
export function takeToken(search: RawSearch): { token: string; rest: RawSearch } | null {
  const { token, ...rest } = search
  return token === undefined ? null : { token, rest }
}

/** One that signs in once, and is to be exchanged for a session's own. */
const isTicket = (token: string) => token.startsWith('tk_')

let exchange: ((ticket: string) => void) | undefined
let waiting: string | undefined

/** Says what to do with a login ticket in an address; one that came before is done at once. */
export function onTicket(listener: (ticket: string) => void): void {
  exchange = listener
  if (waiting !== undefined) listener(waiting)
  waiting = undefined
}

/**
 * Run on each navigation: a token in the address is stored, and the query without it is returned so that the address
 * can be replaced; null when there is nothing to take out. The native version is remembered on the way.
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
