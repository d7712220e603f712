import { DAY } from '@cheyi/domain/time'
import type { ProviderCertificate } from '../../kernel/pay-port.ts'
import { issueSealKey } from '../paper/seal.ts'

/** The same validity as WeChat's own certificates. */
const LIFE = 5 * 365 * DAY

const pem = (name: string, der: Buffer): string =>
  `-----BEGIN ${name}-----\n${der.toString('base64').replaceAll(/(.{64})(?=.)/g, '$1\n')}\n-----END ${name}-----\n`

/** A certificate like those that WeChat signs with, with its key in PEM, for the simulator. `at`: start of its validity. */
export async function issueCertificate(at: number): Promise<ProviderCertificate & { readonly privateKey: string }> {
  const { certificate, privateKey, serial } = await issueSealKey(
    { name: 'Tenpay.com sign', licenceNo: '' },
    at,
    at + LIFE,
  )
  return {
    serial: serial.toUpperCase(),
    certificate: pem('CERTIFICATE', certificate),
    privateKey: pem('PRIVATE KEY', privateKey),
    from: at,
    to: at + LIFE,
  }
}
