import { type DraftKey, readStored, writeStored } from './stored.ts'
import { ownerKey } from './token.ts'

/*
 * Whether this phone stores data of the signed-in user that the server does not have, without a query of the phone's
 * database.
 */

const keyOf = (): DraftKey => `draft:${ownerKey() ?? ''}:unsent`

/** Records the number of unsent items; removed when the user signs out. */
export const noteUnsent = (n: number): void => writeStored(keyOf(), n === 0 ? null : String(n))

export const hasUnsent = (): boolean => readStored(keyOf()) !== null
