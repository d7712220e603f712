import { X509Certificate } from 'node:crypto'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'

/*
 * A company's certificate as an authority issues it: key and certificates in one file with a password (PKCS #12, RFC
 * 7292). It is read by pkijs over the platform's WebCrypto, which supports PBES2 with AES and nothing older.
 */

/** The content of the file, DER; the password is not stored. */
export interface OpenedP12 {
  readonly certificate: Buffer
  /** PKCS #8. */
  readonly privateKey: Buffer
  /** The certificates above it. */
  readonly chain: readonly Buffer[]
  /** Common name and organisation of the subject, as far as present. */
  readonly holders: readonly string[]
  readonly issuer: string
  /** Hex. */
  readonly serial: string
  readonly notBefore: number
  readonly notAfter: number
}

/** Why a file cannot be used. */
export type P12Fault = 'broken' | 'password' | 'cipher' | 'key' | 'pair' | 'usage' | 'rounds'
export class P12Problem extends Error {
  readonly fault: P12Fault

  constructor(fault: P12Fault, cause?: unknown) {
    super(`a PKCS #12 file is not used: ${fault}`, { cause })
    this.fault = fault
  }
}

const RSA = '1.2.840.113549.1.1.1'
const ORGANIZATION = '2.5.4.10'
const COMMON_NAME = '2.5.4.3'
const KEY_USAGE = '2.5.29.15'
const PBES2 = '1.2.840.113549.1.5.13'
/**
 * Maximum number of hash rounds of the password: common programs use 2,000 to 600,000, but a hostile file may demand
 * many millions. The MAC of the file uses an older method, computed round by round in JavaScript; common programs use
 * 100,000 at most.
 */
const MAX_ROUNDS = 1_000_000
const MAX_MAC_ROUNDS = 100_000
/** digitalSignature and nonRepudiation, the first two bits. */
const SIGNS = 0xc0
const SHORTEST_KEY = 2048
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

/** @throws P12Problem */
export async function openP12(bytes: Buffer, password: string): Promise<OpenedP12> {
  const bags = await bagsOf(bytes, new TextEncoder().encode(password).buffer as ArrayBuffer)
  const certificates = bags.flatMap(({ bagValue }) =>
    bagValue instanceof pki.CertBag && bagValue.parsedValue instanceof pki.Certificate ? [bagValue.parsedValue] : [],
  )
  const keys = bags.flatMap(({ bagValue }) => {
    const key = bagValue instanceof pki.PKCS8ShroudedKeyBag ? bagValue.parsedValue : bagValue
    return key instanceof pki.PrivateKeyInfo ? [key] : []
  })
  const [key] = keys
  if (key === undefined || key.privateKeyAlgorithm.algorithmId !== RSA) throw new P12Problem('key')
  const privateKey = Buffer.from(key.toSchema().toBER())
  const own = []
  for (const one of certificates) if (await belongs(one, privateKey)) own.push(one)
  const [certificate] = own
  if (certificate === undefined) throw new P12Problem('pair')
  if (!signs(certificate)) throw new P12Problem('usage')
  const der = derOf(certificate)
  return {
    certificate: der,
    privateKey,
    chain: certificates.filter((one) => one !== certificate).map(derOf),
    holders: namesOf(certificate.subject, [ORGANIZATION, COMMON_NAME]),
    issuer: namesOf(certificate.issuer, [COMMON_NAME, ORGANIZATION])[0] ?? '',
    serial: new X509Certificate(der).serialNumber.toLowerCase(),
    notBefore: certificate.notBefore.value.getTime(),
    notAfter: certificate.notAfter.value.getTime(),
  }
}

async function bagsOf(bytes: Buffer, password: ArrayBuffer): Promise<pki.SafeBag[]> {
  let pfx: pki.PFX
  try {
    pfx = pki.PFX.fromBER(new Uint8Array(bytes).buffer)
  } catch (error) {
    throw new P12Problem('broken', error)
  }
  if ((pfx.macData?.iterations ?? 1) > MAX_MAC_ROUNDS) throw new P12Problem('rounds')
  // The MAC of the whole file is made with the password, by a method that is always supported.
  await pfx.parseInternalValues({ password, checkIntegrity: true }).catch((error: unknown) => {
    throw new P12Problem('password', error)
  })
  const safe = pfx.parsedValue?.authenticatedSafe
  if (safe === undefined) throw new P12Problem('broken')
  for (const { contentType, content } of safe.safeContents)
    if (contentType === pki.ContentInfo.ENCRYPTED_DATA)
      requireFewRounds(
        new pki.EncryptedData({ schema: copyOf(content) }).encryptedContentInfo.contentEncryptionAlgorithm,
      )
  try {
    await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) })
    const bags: pki.SafeBag[] = safe.parsedValue.safeContents.flatMap(
      ({ value }: { value: pki.SafeContents }) => value.safeBags,
    )
    for (const { bagValue } of bags)
      if (bagValue instanceof pki.PKCS8ShroudedKeyBag) {
        requireFewRounds(bagValue.encryptionAlgorithm)
        await (bagValue as unknown as { parseInternalValues(given: object): Promise<void> }).parseInternalValues({
          password,
        })
      }
    return bags
  } catch (error) {
    if (error instanceof P12Problem) throw error
    // The password was right, so the cipher is unsupported: RC2 and 3DES of old exports.
    throw new P12Problem('cipher', error)
  }
}

/** @throws P12Problem if a cipher requires more than {@link MAX_ROUNDS}, before any of them is computed */
function requireFewRounds({ algorithmId, algorithmParams }: pki.AlgorithmIdentifier): void {
  // Older ciphers are refused without deriving a key.
  if (algorithmId !== PBES2) return
  const { keyDerivationFunc } = new pki.PBES2Params({ schema: copyOf(algorithmParams) })
  const { iterationCount } = new pki.PBKDF2Params({ schema: keyDerivationFunc.algorithmParams })
  if (iterationCount > MAX_ROUNDS) throw new P12Problem('rounds')
}

/** Parsing a structure consumes its parts, and the library parses it once more. */
const copyOf = (schema: asn1.BaseBlock) => asn1.fromBER(schema.toBER()).result

const derOf = (certificate: pki.Certificate): Buffer => Buffer.from(certificate.toSchema().toBER())

const namesOf = ({ typesAndValues }: pki.RelativeDistinguishedNames, types: readonly string[]): string[] =>
  types.flatMap((type) => {
    const found = typesAndValues.find((one) => one.type === type)
    return found === undefined ? [] : [String(found.value.valueBlock.value)]
  })

/** Whether the certificate verifies what the key signs. */
async function belongs(certificate: pki.Certificate, privateKey: Buffer): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(privateKey), ALGORITHM, false, ['sign'])
    if ((key.algorithm as RsaHashedKeyAlgorithm).modulusLength < SHORTEST_KEY) return false
    const open = await certificate.getPublicKey({
      algorithm: { algorithm: ALGORITHM, usages: ['verify'] },
    } as pki.CryptoEnginePublicKeyParams)
    const probe = crypto.getRandomValues(new Uint8Array(32))
    return crypto.subtle.verify(ALGORITHM, open, await crypto.subtle.sign(ALGORITHM, key, probe), probe)
  } catch {
    return false
  }
}

/** A certificate without a key usage may sign. */
function signs(certificate: pki.Certificate): boolean {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === KEY_USAGE)?.parsedValue
  if (!(usage instanceof asn1.BitString)) return true
  return ((new Uint8Array(usage.valueBlock.valueHexView)[0] ?? 0) & SIGNS) !== 0
}
