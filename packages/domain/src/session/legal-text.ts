import type { LocalDate } from '../time.ts'

/** A paragraph, a list of points, or a table whose first row is its head. */
export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly table: readonly (readonly string[])[] }

export interface LegalSection {
  readonly heading: string
  readonly blocks: readonly LegalBlock[]
}

/** What users agree to at a login, and what customers agree to by themselves. */
export const consentTypes = ['documents', 'face'] as const
export type ConsentType = (typeof consentTypes)[number]
export const legalTypes = ['privacy', 'service', ...consentTypes] as const
export type LegalType = (typeof legalTypes)[number]
export const isConsentType = (type: LegalType): type is ConsentType => consentTypes.some((one) => one === type)

/** What the text in force promises: a change is told so many days before it takes effect (privacy 九, service 十三). */
export const LEGAL_NOTICE_DAYS = 7

/** What a version says, beside its name and dates. */
export interface LegalContent {
  readonly preamble: readonly LegalBlock[]
  readonly sections: readonly LegalSection[]
}

/** One legal text in one version. A change of substance is a new version, which users are told of. */
export interface LegalText extends LegalContent {
  readonly title: string
  /** What consent is recorded against. */
  readonly version: string
  readonly updatedOn: LocalDate
  readonly effectiveOn: LocalDate
}

/** Who runs this installation, as the texts name it. */
export const operator = {
  name: '车驿',
  email: 'privacy@cheyi.example',
  service: 'service@cheyi.example',
} as const
