import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { rsaSign, rsaVerify } from '../rsa.ts'

/*
 * WeChat Pay API v3: each side signs with its own key; the content of notifications is also encrypted with the
 * merchant's APIv3 key.
 */

/** The signed text: its lines, each ended by a line feed. */
export const lines = (...parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('')

export interface Signed {
  readonly timestamp: string
  readonly nonce: string
  readonly body: string
}

/** Both sides accept signatures for five minutes. */
export const SKEW_MS = 5 * 60_000

/** The `Authorization` header of a request; `path` with its query. */
export function authorization(
  key: KeyObject,
  by: { readonly merchantNo: string; readonly keySerial: string },
  { method, path, timestamp, nonce, body }: Signed & { readonly method: string; readonly path: string },
): string {
  const signature = rsaSign(key, lines(method, path, timestamp, nonce, body))
  const parts = {
    mchid: by.merchantNo,
    nonce_str: nonce,
    signature,
    timestamp,
    serial_no: by.keySerial,
  }
  return `WECHATPAY2-SHA256-RSA2048 ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
}

/** Whether an answer or a notification is signed by that key. */
export const isSigned = (key: KeyObject, { timestamp, nonce, body }: Signed, signature: string): boolean =>
  rsaVerify(key, lines(timestamp, nonce, body), signature)

export interface Sealed {
  readonly ciphertext: string
  readonly nonce: string
  readonly associated_data: string
}

const TAG = 16

/** AEAD_AES_256_GCM; the documents' own example has a shorter key. */
const cipherOf = (secret: string) => `aes-${secret.length * 8}-gcm` as 'aes-256-gcm'

/** @throws Error for a wrong key or a changed text */
export function unseal(secret: string, { ciphertext, nonce, associated_data }: Sealed): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv(cipherOf(secret), Buffer.from(secret), nonce)
    .setAuthTag(bytes.subarray(-TAG))
    .setAAD(Buffer.from(associated_data))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]).toString('utf8')
}

/** The inverse of {@link unseal}, for the simulator. */
export function seal(secret: string, nonce: string, associated: string, text: string): Sealed {
  const cipher = createCipheriv(cipherOf(secret), Buffer.from(secret), nonce).setAAD(Buffer.from(associated))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { ciphertext: bytes.toString('base64'), nonce, associated_data: associated }
}

/** `2026-11-20T10:00:00+08:00` of an instant, and back. */
export const wireTime = (t: number): string => new Date(t + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
export function instantOf(text: unknown): number | null {
  const t = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(t) ? null : t
}
