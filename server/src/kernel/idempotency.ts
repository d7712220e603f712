import { createHash } from 'node:crypto'
import { Refusal } from '@cheyi/domain/refusal'
import type { RawQuery } from './db.ts'
import type { Vault } from './vault.ts'

/** Stable text of a parsed input: keys sorted, so that the same values hash alike. */
export function inputHash(input: unknown): Buffer {
  const text = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof value === 'bigint'
        ? String(value)
        : value,
  )
  return createHash('sha256').update(text).digest()
}

interface Repeat {
  readonly query: RawQuery
  readonly vault: Vault
  readonly actor: string
  readonly path: string
  readonly key: string
}

/**
 * Writes the row of this action first, in the business transaction: a second copy in flight waits on the unique key
 * and then gets the first answer; a refusal rolls the row back, so the same key may be tried again.
 * @returns the first answer when this is a repeat, otherwise undefined
 * @throws Refusal repeatDiffers (-6) when the key was used with another input
 */
export async function claim(repeat: Repeat, hash: Buffer): Promise<unknown | undefined> {
  const { query, actor, path, key } = repeat
  const inserted = await query<{ key: string }>(
    'insert into idempotency (actor, path, key, input_hash) values ($1, $2, $3, $4) on conflict do nothing returning key',
    [actor, path, key, hash],
  )
  if (inserted.length > 0) return undefined
  const [first] = await query<{ input_hash: Buffer; answer: Buffer | null }>(
    'select input_hash, answer from idempotency where merchant_id = merchant() and actor = $1 and path = $2 and key = $3',
    [actor, path, key],
  )
  if (first === undefined || !first.input_hash.equals(hash)) throw new Refusal('repeatDiffers')
  return first.answer === null
    ? null
    : JSON.parse(repeat.vault.open('idempotency.answer', `${path}/${key}`, first.answer))
}

/** Keeps the answer for repeats, encrypted. */
export async function keep(repeat: Repeat, answer: unknown): Promise<void> {
  const sealed = repeat.vault.seal('idempotency.answer', `${repeat.path}/${repeat.key}`, JSON.stringify(answer ?? null))
  await repeat.query(
    'update idempotency set answer = $4 where merchant_id = merchant() and actor = $1 and path = $2 and key = $3',
    [repeat.actor, repeat.path, repeat.key, sealed],
  )
}
