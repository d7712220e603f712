import { randomBytes } from 'node:crypto'
import type { CertificateStep } from '../../../kernel/pay-port.ts'
import { issueCertificate } from '../issue.ts'
import { seal, wireTime } from '../wechat/wire.ts'
import type { Contract, SimState } from './state.ts'

/*
 * What WeChat signs by: its public key, or one of its certificates, the newest of which waits until it is switched to.
 */

/** Ours to sign by, and the id or serial number that says which. */
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

/** By what it signs a notification, or an answer to who `asked` for a signature by that key. */
export function signingOf(state: SimState, { own, account }: Contract, asked = ''): Signing {
  const byKey = { serial: account.providerKeyId, privateKey: own.privateKey }
  if (account.provider !== 'wechat' || asked === account.providerKeyId) return byKey
  return state.certificates.find(({ serial }) => serial === state.signsBy) ?? byKey
}

/** `/v3/certificates`; undefined for a contract that has none. */
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
