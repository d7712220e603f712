import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Call } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import type { UploadedFile } from '../context.ts'
import type { Queue, RawQuery } from '../db/db.ts'
import type { LinkOptions, MediaStore } from '../media-store.ts'
import type { Vault } from '../vault.ts'

/** Hash of a parsed input, with sorted keys, so that equal values have equal hashes. */
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

/** Distinguishes a retry from another action with the same key: the parsed input, and the uploaded files. */
export const fingerprint = (input: unknown, files: readonly UploadedFile[]): Buffer =>
  inputHash(files.length === 0 ? input : { input, files: files.map((file) => file.sentSha256.toString('hex')) })

/** The idempotency key; without one a write never counts as a retry. @throws Refusal badInput (-2) */
export function keyOf(call: Pick<Call, 'repeat'>, headers: IncomingHttpHeaders): string | null {
  if (call.repeat !== 'key') return null
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < 8 || key.length > 64)
    throw new Refusal('badInput', { 字段: '请求头 Idempotency-Key 应为8至64个字符', field: 'Idempotency-Key' })
  return key
}

export interface Repeat {
  readonly query: RawQuery
  readonly queue: Queue
  readonly vault: Vault
  readonly media: MediaStore
  readonly now: number
  readonly actor: string
  /** The account for which the answer's links are signed. */
  readonly viewer: string
  readonly path: string
  readonly key: string
  /** Of the input, see {@link fingerprint}. */
  readonly hash: Buffer
}

/** Parameters $1 to $3 of each statement about a key. */
const parametersOf = ({ actor, path, key }: Repeat): readonly unknown[] => [actor, path, key]

/**
 * Locks the key until the transaction ends: a concurrent copy waits, and then gets the first answer. A refusal stores
 * no row, so that the same key may be tried again. An advisory lock is used instead of a row, which {@link keep} would
 * have to write twice.
 * @returns the first answer for a retry, otherwise undefined
 * @throws Refusal repeatDiffers (-6) when the key was used with another input
 */
export async function claim(repeat: Repeat): Promise<unknown | undefined> {
  const { query, queue, path, key, hash } = repeat
  queue(
    `select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'key', merchant(), $1::text, $2::text, $3::text), 0))`,
    parametersOf(repeat),
  )
  // A separate statement, so that it sees what was committed while waiting for the lock.
  const [first] = await query<{ inputHash: Buffer; answer: Buffer }>(
    'select input_hash, answer from idempotency where merchant_id = merchant() and actor = $1 and path = $2 and key = $3',
    parametersOf(repeat),
  )
  if (first === undefined) return undefined
  if (!first.inputHash.equals(hash)) throw new Refusal('repeatDiffers')
  const kept = repeat.vault.open('idempotency.answer', `${path}/${key}`, first.answer)
  return JSON.parse(kept, (_, value: unknown) =>
    isKeptLink(value) ? repeat.media.link(value[LINK].path, { ...value[LINK], now: repeat.now }) : value,
  )
}

/** Queues the answer for retries, encrypted; signed links are removed and signed again for each retry. */
export function keep(repeat: Repeat, answer: unknown): void {
  const text = JSON.stringify(answer ?? null, (_, value: unknown) => {
    const link =
      typeof value === 'string' && value.startsWith('/media/') ? repeat.media.unlink(value, repeat.now) : null
    return link !== null && link.viewer === repeat.viewer ? { [LINK]: link } : value
  })
  const sealed = repeat.vault.seal('idempotency.answer', `${repeat.path}/${repeat.key}`, text)
  repeat.queue('insert into idempotency (actor, path, key, input_hash, answer) values ($1, $2, $3, $4, $5)', [
    ...parametersOf(repeat),
    repeat.hash,
    sealed,
  ])
}

/** No field of an answer has this name, and no text can contain it. */
const LINK = '\0link'
type KeptLink = { readonly [LINK]: { readonly path: string } & Omit<LinkOptions, 'now'> }

const isKeptLink = (value: unknown): value is KeptLink => typeof value === 'object' && value !== null && LINK in value
