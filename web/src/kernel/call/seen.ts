/*
 * A replica of the database may answer a read only after it has everything that this page has written or was notified of.
 * The server tells positions of the database's log, and gets the latest one back with each call.
 */

export const SEEN = 'x-seen'

let latest: string | undefined

/** Positions are compared as numbers; a text that is none is the latest, so that the server asks its primary database. */
export function see(position: string | null): void {
  if (position !== null && !(Number(position) <= Number(latest))) latest = position
}

export const latestSeen = (): string | undefined => latest
