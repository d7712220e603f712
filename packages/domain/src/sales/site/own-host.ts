/* A merchant's own domain for its booking page. */

/** The label before the domain under which the proof stands. */
const PROOF = '_cheyi'
/** Days for which a domain stays the merchant's after its proof is gone; then others may prove it. */
export const LOST_DAYS = 7

/** A name of the public internet: labels of letters, digits and hyphens, the last one no number. */
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
const LOCAL = /(^|\.)(localhost|local|internal|lan|home|test|example|invalid|arpa|onion)$/

/** Why a domain cannot be the merchant's; null when it can. @param installation the host of the installation itself */
export function ownHostFault(host: string, installation: string): string | null {
  if (!HOST.test(host)) return '请填写完整域名，如 rent.example.cn，不带 http 和路径'
  if (host === installation || installation.endsWith(`.${host}`) || LOCAL.test(host)) return '该域名不能使用，请换一个'
  return null
}

/** A domain as it is stored: small letters, without a point at the end. */
export const plainHost = (typed: string): string => typed.trim().toLowerCase().replace(/\.$/, '')

export interface ProofRecord {
  /** The name of the TXT record, and its value. */
  readonly name: string
  readonly value: string
}

/** The TXT record by which the merchant shows that the domain is its own. */
export const proofOf = (host: string, token: string): ProofRecord => ({
  name: `${PROOF}.${host}`,
  value: `cheyi-site=${token}`,
})

/** What DNS says of a domain; null: no answer came. */
export interface HostRecords {
  readonly texts: readonly string[] | null
  /** Addresses of the domain, and of the installation. */
  readonly addresses: readonly string[] | null
  readonly ours: readonly string[] | null
}

/** Whether the proof stands; null: DNS did not answer. */
export const isProved = ({ texts }: HostRecords, { value }: ProofRecord): boolean | null =>
  texts === null ? null : texts.includes(value)

/** Whether visitors of the domain reach the installation; null: DNS did not answer. */
export const leadsHere = ({ addresses, ours }: HostRecords): boolean | null =>
  addresses === null || ours === null ? null : addresses.some((one) => ours.includes(one))
