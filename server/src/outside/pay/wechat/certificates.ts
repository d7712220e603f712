import { type KeyObject, X509Certificate } from 'node:crypto'
import { BadSecret, type PayAccount, type ProviderCertificate } from '../../../kernel/pay-port.ts'
import { publicKeyOf } from '../rsa.ts'
import { type Sealed, unseal } from './wire.ts'

/*
 * WeChat Pay's signing keys: 微信支付公钥, entered from its merchant platform and valid until it is replaced there, or 平台证书,
 * of which it returns several while an old and a new one are valid, each encrypted with the APIv3 key. During a change
 * from one to the other both are accepted.
 */

export const isPublicKeyId = (id: string): boolean => id.startsWith('PUB_KEY_ID_')

/** Whether it is the serial number of a certificate, not the id of a public key. */
export const isCertificateSerial = (serial: string | null): serial is string =>
  serial !== null && /^[0-9a-f]{16,64}$/i.test(serial)

interface Signer extends Omit<ProviderCertificate, 'certificate'> {
  readonly key: string
}

/** The keys that are valid signers for a contract. */
interface Signers {
  /** Undefined for an unknown serial number, or a certificate that is not valid at that time. */
  find(serial: string | null, at: number): KeyObject | undefined
  holds(serial: string): boolean
  /** Sent with a request: the answer has to be signed by this key, or a newer one. */
  newest(at: number): string
}

const sameSerial = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase()

/** Certificates from WeChat replace an entered one; a public key is used besides them. */
export function signersOf({
  providerKey,
  providerKeyId,
  certificates,
}: Pick<PayAccount, 'providerKey' | 'providerKeyId' | 'certificates'>): Signers {
  const given = certificates.map(({ certificate, ...rest }): Signer => ({ ...rest, key: certificate }))
  const typed = { serial: providerKeyId, key: providerKey, ...validityOf(providerKey) }
  const signers = isPublicKeyId(providerKeyId) ? [typed, ...given] : given.length > 0 ? given : [typed]
  const isValid = ({ from, to }: Signer, at: number) => from <= at && at <= to
  return {
    find(serial, at) {
      const signer = signers.find((one) => sameSerial(one.serial, serial ?? ''))
      return signer === undefined || !isValid(signer, at) ? undefined : publicKeyOf(signer.key)
    },
    holds: (serial) => signers.some((one) => sameSerial(one.serial, serial)),
    newest(at) {
      if (isPublicKeyId(providerKeyId)) return providerKeyId
      const valid = signers.filter((one) => isValid(one, at)).sort((a, b) => b.from - a.from)
      return valid[0]?.serial ?? providerKeyId
    },
  }
}

/** A bare key does not expire. */
function validityOf(key: string): Pick<Signer, 'from' | 'to'> {
  if (!key.includes('BEGIN CERTIFICATE')) return { from: 0, to: Number.POSITIVE_INFINITY }
  const { validFrom, validTo } = new X509Certificate(key)
  return { from: Date.parse(validFrom), to: Date.parse(validTo) }
}

/**
 * The certificates of an answer of `/v3/certificates`.
 * @throws BadSecret when the secret decrypts none of them, or the content is not a certificate
 */
export function certificatesOf(secret: string, data: unknown): ProviderCertificate[] {
  const listed = Array.isArray(data) ? (data as readonly { readonly encrypt_certificate?: Sealed }[]) : []
  return listed.map(({ encrypt_certificate: sealed }) => {
    try {
      const certificate = unseal(secret, sealed!)
      return { serial: new X509Certificate(certificate).serialNumber, certificate, ...validityOf(certificate) }
    } catch (error) {
      throw new BadSecret('a certificate cannot be read', { cause: error })
    }
  })
}
