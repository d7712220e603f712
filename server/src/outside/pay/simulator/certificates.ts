import { randomBytes } from 'node:crypto'
import type { CertificateStep } from '../../../kernel/pay-port.ts'
import { issueCertificate } from '../issue.ts'
import { seal, wireTime } from '../wechat/wire.ts'
import type { Contract, SimState } from './state.ts'

/*
 * WeChat's signing keys: its public key, or one of its certificates; the newest one is only used after a switch.
 */

/** The private key, and the id or serial number that identifies it. */
export interface Signing {
  readonly serial: string
  readonly privateKey: string
}

export async function turnCertificates(state: SimState, step: CertificateStep, now: number): Promise<void> {
  if (step === 'key') Object.assign(state, { certificates: [], signsBy: null })
  if (step === 'begin') {
    state.certificates = [await issueCertificate(now)]
    state.signsBy = state.certificates[0]!.serial
  }
  if (step === 'publish') state.certificates.push(await issueCertificate(now))
  if (step === 'switch') state.signsBy = state.certificates.at(-1)!.serial
  if (step === 'drop') state.certificates = state.certificates.slice(-1)
}

/** The key for a notification, or for an answer when the request `asked` for a signature by that key. */
export function signingOf(state: SimState, { own, account }: Contract, asked = ''): Signing {
  const byKey = { serial: account.providerKeyId, privateKey: own.privateKey }
  if (account.provider !== 'wechat' || asked === account.providerKeyId) return byKey
  return state.certificates.find(({ serial }) => serial === state.signsBy) ?? byKey
}

/** `/v3/certificates`; undefined for a contract without certificates. */
export function certificateList({ certificates }: SimState, { account }: Contract): object | undefined {
  if (certificates.length === 0) return undefined
  return {
    data: certificates.map(({ serial, certificate, from, to }) => ({
      serial_no: serial,
      effective_time: wireTime(from),
      expire_time: wireTime(to),
      encrypt_certificate: {
        algorithm: 'AEAD_AES_256_GCM',
        ...seal(account.secret, randomBytes(6).toString('hex'), 'certificate', certificate),
      },
    })),
  }
}
