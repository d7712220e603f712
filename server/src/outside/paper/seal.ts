import { randomBytes } from 'node:crypto'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'

/*
 * The signature of a PDF with a company's certificate: PAdES baseline B (ETSI EN 319 142-1), a CMS over the bytes of
 * the file that identifies its certificate by digest.
 */

/** Both are DER. */
export interface SealKey {
  readonly certificate: Buffer
  readonly privateKey: Buffer
  /** Certificates above it, which are included in the file for verification. */
  readonly chain?: readonly Buffer[]
}

export interface Issued extends SealKey {
  /** Hex. */
  readonly serial: string
  readonly notBefore: number
  readonly notAfter: number
}

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const

const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  country: '2.5.4.6',
  serialNumber: '2.5.4.5',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
}

const nameAttribute = (type: string, value: string) =>
  new pki.AttributeTypeAndValue({
    type,
    value: type === oids.country ? new asn1.PrintableString({ value }) : new asn1.Utf8String({ value }),
  })

/** A key pair with a self-signed certificate of the company: it proves that a file is unchanged, not the identity of the company. */
export async function issueSealKey(
  owner: { readonly name: string; readonly licenceNo: string },
  notBefore: number,
  notAfter: number,
): Promise<Issued> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const serial = randomBytes(16)
  // A serial number is positive.
  serial[0] = (serial[0]! & 0x7f) | 0x40
  const certificate = new pki.Certificate({ version: 2 })
  certificate.serialNumber = new asn1.Integer({ valueHex: new Uint8Array(serial).buffer })
  for (const side of [certificate.subject, certificate.issuer])
    side.typesAndValues.push(
      nameAttribute(oids.country, 'CN'),
      nameAttribute(oids.organization, owner.name),
      nameAttribute(oids.commonName, owner.name),
      ...(owner.licenceNo === '' ? [] : [nameAttribute(oids.serialNumber, owner.licenceNo)]),
    )
  certificate.notBefore.value = new Date(notBefore)
  certificate.notAfter.value = new Date(notAfter)
  const extension = (extnID: string, value: asn1.AsnType) =>
    new pki.Extension({ extnID, critical: true, extnValue: value.toBER(false) })
  certificate.extensions = [
    extension(oids.basicConstraints, new pki.BasicConstraints({ cA: false }).toSchema()),
    // digitalSignature, nonRepudiation
    extension(oids.keyUsage, new asn1.BitString({ valueHex: new Uint8Array([0xc0]).buffer, unusedBits: 6 })),
  ]
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey)
  await certificate.sign(pair.privateKey, 'SHA-256')
  return {
    certificate: Buffer.from(certificate.toSchema(true).toBER(false)),
    privateKey: Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
    serial: serial.toString('hex'),
    notBefore,
    notAfter,
  }
}

/** Signs a PDF that has a field for it (`signature-field.ts`). @returns the whole file */
export const sealPdf = (pdf: Buffer, key: SealKey): Promise<Buffer> => new SignPdf().sign(pdf, new CmsSigner(key))

class CmsSigner extends Signer {
  readonly #key: SealKey

  constructor(key: SealKey) {
    super()
    this.#key = key
  }

  override async sign(bytes: Buffer): Promise<Buffer> {
    const der = new Uint8Array(this.#key.certificate)
    const certificate = pki.Certificate.fromBER(der.buffer)
    const privateKey = await crypto.subtle.importKey('pkcs8', new Uint8Array(this.#key.privateKey), ALGORITHM, false, [
      'sign',
    ])
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
    const digestOfCertificate = await crypto.subtle.digest('SHA-256', der)
    const attribute = (type: string, value: asn1.AsnType) => new pki.Attribute({ type, values: [value] })
    const signed = new pki.SignedData({
      version: 1,
      encapContentInfo: new pki.EncapsulatedContentInfo({ eContentType: oids.data }),
      signerInfos: [
        new pki.SignerInfo({
          version: 1,
          sid: new pki.IssuerAndSerialNumber({
            issuer: certificate.issuer,
            serialNumber: certificate.serialNumber,
          }),
          signedAttrs: new pki.SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              attribute(oids.contentType, new asn1.ObjectIdentifier({ value: oids.data })),
              attribute(oids.messageDigest, new asn1.OctetString({ valueHex: digest })),
              attribute(oids.signingCertificateV2, certificateId(digestOfCertificate)),
            ],
          }),
        }),
      ],
      certificates: [
        certificate,
        ...(this.#key.chain ?? []).map((one) => pki.Certificate.fromBER(new Uint8Array(one).buffer)),
      ],
    })
    await signed.sign(privateKey, 0, 'SHA-256', new Uint8Array(bytes))
    const content = new pki.ContentInfo({ contentType: oids.signedData, content: signed.toSchema(true) })
    return Buffer.from(content.toSchema().toBER(false))
  }
}

/** SigningCertificateV2 of RFC 5035 with one certificate, whose digest is SHA-256, the default. */
const certificateId = (digest: ArrayBuffer) => {
  const sequence = (...value: asn1.AsnType[]) => new asn1.Sequence({ value })
  return sequence(sequence(sequence(new asn1.OctetString({ valueHex: digest }))))
}
