import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/*
 * Events of a service account in 安全模式: XML with AES-encrypted text, and a signature of the encrypted text. Plain text
 * is ignored, since WeChat does not sign it there.
 */

/** The secrets that both sides share. */
export interface EventSecret {
  readonly appId: string
  readonly token: string
  /** 43 characters, as WeChat's console shows it. */
  readonly aesKey: string
}

const BLOCK = 32

/** Signature over these parts, in any order. */
export const signOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex')

/** The text of one element; WeChat writes texts as CDATA and numbers without it, and the elements used here are not nested. */
export const elementOf = (xml: string, name: string): string =>
  new RegExp(`<${name}>(?:<!\\[CDATA\\[([^]*?)\\]\\]>|([^<]*))</${name}>`)
    .exec(xml)
    ?.slice(1)
    .find((one) => one !== undefined) ?? ''

const keyOf = (aesKey: string): Buffer => Buffer.from(`${aesKey}=`, 'base64')

/** The decrypted text for this account; undefined for anything else. */
export function unseal({ appId, aesKey }: EventSecret, sealed: string): string | undefined {
  const key = keyOf(aesKey)
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  try {
    const padded = Buffer.concat([decipher.update(sealed, 'base64'), decipher.final()])
    const bytes = padded.subarray(0, padded.length - padded.at(-1)!)
    const length = bytes.readUInt32BE(16)
    const text = bytes.subarray(20, 20 + length)
    return bytes.subarray(20 + length).toString('utf8') === appId ? text.toString('utf8') : undefined
  } catch {
    return undefined
  }
}

/** Encrypts as WeChat does. */
export function seal({ appId, aesKey }: EventSecret, text: string): string {
  const key = keyOf(aesKey)
  const body = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const bytes = Buffer.concat([randomBytes(16), length, body, Buffer.from(appId)])
  const pad = BLOCK - (bytes.length % BLOCK)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.concat([bytes, Buffer.alloc(pad, pad)])), cipher.final()]).toString(
    'base64',
  )
}
