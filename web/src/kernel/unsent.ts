import { type DraftKey, readStored, writeStored } from './stored.ts'
import { ownerKey } from './token.ts'

/*
 * Whether this phone keeps something of whoever is signed in that the server does not have, without a look into its database.
 */

const keyOf = (): DraftKey => `draft:${ownerKey() ?? ''}:unsent`

/** Notes how much is kept; it leaves with the user. */
export const noteUnsent = (n: number): void => writeStored(keyOf(), n === 0 ? null : String(n))

export const hasUnsent = (): boolean => readStored(keyOf()) !== null
