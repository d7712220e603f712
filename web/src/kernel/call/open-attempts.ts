import { markOf } from '../mark.ts'
import { type DraftKey, readStored, writeStored } from '../stored.ts'
import { ownerKey } from '../token.ts'

/*
 * Writes that were sent and not answered yet, stored on this phone before they are sent. A page that is loaded again in
 * between, or an app that the phone has ended, sends the same input under the same idempotency key: the server then does it
 * once. Deleted when the user signs out, as drafts are; the input itself is not stored.
 */

interface OpenAttempt {
  readonly path: string
  readonly key: string
  /** Mark of key and input. */
  readonly mark: number
  /** Epoch ms when it was first sent. */
  readonly at: number
}

/** ms. Later the same input is rather meant as another action, such as a second payment of the same amount. */
const LIFE = 15 * 60_000

const storedKey = (owner: string): DraftKey => `draft:${owner}:attempts`

function attemptsOf(owner: string): readonly OpenAttempt[] {
  try {
    const all = JSON.parse(readStored(storedKey(owner)) ?? '[]') as readonly OpenAttempt[]
    return all.filter(({ at }) => at > Date.now() - LIFE)
  } catch {
    return []
  }
}

function write(owner: string, attempts: readonly OpenAttempt[]): void {
  writeStored(storedKey(owner), attempts.length === 0 ? null : JSON.stringify(attempts))
}

/** The key under which this input was sent, if no answer has come yet. */
export function openKeyOf(path: string, input: string): string | undefined {
  const owner = ownerKey()
  if (owner === null) return undefined
  return attemptsOf(owner).find((one) => one.path === path && one.mark === markOf(one.key + input))?.key
}

/** Stores that this input is being sent; called before it is. */
export function noteAttempt(path: string, input: string, key: string): void {
  const owner = ownerKey()
  if (owner === null) return
  const attempts = attemptsOf(owner)
  if (attempts.some((one) => one.key === key)) return
  write(owner, [...attempts, { path, key, mark: markOf(key + input), at: Date.now() }])
}

/** It was answered. */
export function endAttempt(key: string): void {
  const owner = ownerKey()
  if (owner === null || readStored(storedKey(owner)) === null) return
  write(
    owner,
    attemptsOf(owner).filter((one) => one.key !== key),
  )
}
