import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Vault } from '../../../kernel/vault.ts'

/*
 * A port: credentials by which a phone opens a car over BLE where neither has a network. README.md says what a lock verifies. No lock is
 * connected; one that is connected gives its number here and gets its public key at its installation.
 */

export const bleAction = { open: 1, close: 2 } as const
export type BleAction = (typeof bleAction)[keyof typeof bleAction]

/** The customer's time with the car, epoch ms, half-open. */
interface Stay {
  readonly since: number
  readonly until: number
}

export interface BleGrant {
  /** The number of the lock: of its device here. */
  readonly lockNo: string
  readonly action: BleAction
  readonly stay: Stay
}

/** Byte layout; README.md describes it. */
export const bleLayout = { version: 1, serialBytes: 16, signedBytes: 34, bytes: 98 } as const
/** What is signed begins with these bytes, so that a signature for a lock is one for nothing else. */
export const BLE_PURPOSE = Buffer.from('cheyi ble key 1\0')

/** Ed25519, PKCS #8 of RFC 8410: the seed of 32 bytes follows. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Each lock has a key pair of its own, so that what one lock knows says nothing of another. */
const privateKeyOf = (vault: Pick<Vault, 'index'>, lockNo: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, vault.index('bleKey', lockNo)]), format: 'der', type: 'pkcs8' })

/**
 * What a lock is given at its installation, as SPKI in DER.
 * @later BLE key: the first connected lock
 */
export const lockPublicKey = (vault: Pick<Vault, 'index'>, lockNo: string): Buffer =>
  createPublicKey(privateKeyOf(vault, lockNo)).export({ format: 'der', type: 'spki' })

/**
 * A credential that opens or closes one lock once, from now until the end of the stay; null: the stay is over, or begins later.
 * @later BLE key: the first connected lock
 */
export function bleCredential(
  vault: Pick<Vault, 'index'>,
  { lockNo, action, stay: { since, until } }: BleGrant,
  now: number,
): Buffer | null {
  if (now < since || now >= until) return null
  const body = Buffer.alloc(bleLayout.signedBytes)
  body.writeUInt8(bleLayout.version, 0)
  body.writeUInt8(action, 1)
  body.writeBigUInt64BE(BigInt(lockNo), 2)
  body.writeUInt32BE(Math.floor(now / 1000), 10)
  body.writeUInt32BE(Math.floor(until / 1000), 14)
  randomBytes(bleLayout.serialBytes).copy(body, 18)
  const signature = sign(null, Buffer.concat([BLE_PURPOSE, body]), privateKeyOf(vault, lockNo))
  return Buffer.concat([body, signature])
}
