import type { LocalDate } from '../../time.ts'

/** A paragraph, a list of items, or a table whose first row is its head. */
export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly table: readonly (readonly string[])[] }

export interface LegalSection {
  readonly heading: string
  readonly blocks: readonly LegalBlock[]
}

/** Texts that users accept at a login, and consents of customers. */
export const consentTypes = ['documents', 'face'] as const
export type ConsentType = (typeof consentTypes)[number]
export const legalTypes = ['privacy', 'service', ...consentTypes] as const
export type LegalType = (typeof legalTypes)[number]
export const isConsentType = (type: LegalType): type is ConsentType => consentTypes.some((one) => one === type)

/** The texts in force promise to announce a change this many days before it takes effect (privacy 九, service 十三). */
export const LEGAL_NOTICE_DAYS = 7

/** The content of a version, without its name and dates. */
export interface LegalContent {
  readonly preamble: readonly LegalBlock[]
  readonly sections: readonly LegalSection[]
}

/** One version of a legal text. A substantial change is a new version, about which users are notified. */
export interface LegalText extends LegalContent {
  readonly title: string
  /** Recorded with each consent. */
  readonly version: string
  readonly updatedOn: LocalDate
  readonly effectiveOn: LocalDate
}

/** The operator of this installation, as named in the texts. */
export const operator = {
  name: '车驿',
  email: 'privacy@cheyi.example',
  service: 'service@cheyi.example',
} as const
