import { createHmac } from 'node:crypto'
import { Refusal } from '@cheyi/domain/refusal'
import { hash, type Options, verify } from '@node-rs/argon2'

/**
 * argon2id (algorithm 2; its const enum is not available after type erasure), 32 MiB, three passes. The password is
 * combined with a secret key by HMAC first, so that a stolen table alone is useless.
 */
const options: Options = { algorithm: 2, memoryCost: 32_768, timeCost: 3, parallelism: 1 }
const MAX_WAITING = 50

let waiting = 0

/** The thread pool runs four at once; with fifty waiting, further calls are refused as too frequent. */
async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw new Refusal('tooFrequent')
  waiting++
  try {
    return await work()
  } finally {
    waiting--
  }
}

const pepper = (key: Buffer, password: string): string => createHmac('sha256', key).update(password).digest('base64')

export const hashPassword = (key: Buffer, password: string): Promise<string> =>
  runQueued(() => hash(pepper(key, password), options))

/** A hash of no real password, so that an unknown mobile takes as long as a wrong password. */
let dummy: Promise<string> | undefined

export async function verifyPassword(key: Buffer, password: string, stored: string | null): Promise<boolean> {
  dummy ??= hash('nobody', options)
  const against = stored ?? (await dummy)
  const right = await runQueued(() => verify(against, pepper(key, password)))
  return stored !== null && right
}
