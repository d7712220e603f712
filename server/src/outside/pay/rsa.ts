import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
  X509Certificate,
} from 'node:crypto'

/*
 * RSA with SHA-256, as both providers sign. Keys are PEM, or the bare base64 of Alipay's key tool.
 */

const bare = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'base64')

/** @throws Error if it is not an RSA private key */
export function privateKeyOf(text: string): KeyObject {
  const key = text.includes('-----BEGIN') ? createPrivateKey(text) : privateOf(bare(text))
  if (key.asymmetricKeyType !== 'rsa') throw new Error('no RSA key')
  return key
}

/** PKCS#8, or the PKCS#1 of older tools. */
function privateOf(key: Buffer): KeyObject {
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' })
  }
}

/** A public key, or that of a certificate. @throws Error for anything else */
export function publicKeyOf(text: string): KeyObject {
  if (text.includes('BEGIN CERTIFICATE')) return new X509Certificate(text).publicKey
  const key = text.includes('-----BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: bare(text), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'rsa') throw new Error('no RSA key')
  return key
}

export const rsaSign = (key: KeyObject, text: string): string =>
  createSign('RSA-SHA256').update(text).sign(key, 'base64')

export const rsaVerify = (key: KeyObject, text: string, signature: string): boolean =>
  createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64')
