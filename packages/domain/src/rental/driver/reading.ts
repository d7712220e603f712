import { addMonths, isLocalDate, type LocalDate } from '../../time.ts'
import { type Gender, gender } from './codes.ts'
import type { DocumentSlot } from './documents.ts'

/* What OCR reads from the picture of a document: a proposal that staff compare with the document. */

/** Sides of documents with fields to enter. */
export const readSlots = ['imgFront', 'imgBack', 'licenceMain', 'licenceSub'] as const satisfies readonly DocumentSlot[]
export type ReadSlot = (typeof readSlots)[number]

/** Fields of an OCR answer; null: not read, or implausible. */
export interface DocumentReading {
  readonly name: string | null
  readonly identityNo: string | null
  readonly identityExpire: LocalDate | null
  /** Valid without end (长期). */
  readonly forever: boolean
  readonly birthday: LocalDate | null
  readonly gender: Gender | null
  readonly address: string | null
  readonly licenceNo: string | null
  readonly licenceClass: string | null
  readonly licenceFirstIssue: LocalDate | null
  readonly licenceExpire: LocalDate | null
}

const nothing: DocumentReading = {
  name: null,
  identityNo: null,
  identityExpire: null,
  forever: false,
  birthday: null,
  gender: null,
  address: null,
  licenceNo: null,
  licenceClass: null,
  licenceFirstIssue: null,
  licenceExpire: null,
}

const LONG = /^(长期|长久|永久)/

/** A printed date (2030.7.21, 2030-07-21, 2030/7/21, 20300721); null when it is none. */
export function readDate(text: string | undefined): LocalDate | null {
  const [, year, month, day] = /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})\D?$/.exec(text?.trim() ?? '') ?? []
  if (year === undefined) return null
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  return isLocalDate(date) ? date : null
}

/** The end of a printed period: 2010.07.21-2030.07.21, 2010.07.21-长期. */
export function readExpiry(text: string | undefined): Pick<DocumentReading, 'identityExpire' | 'forever'> {
  const end =
    text
      ?.split(/[-—~至](?=\D*\d{4}|长|永)/)
      .at(-1)
      ?.trim() ?? ''
  return LONG.test(end) ? { forever: true, identityExpire: null } : { forever: false, identityExpire: readDate(end) }
}

/**
 * Expiry of a licence: a printed date, or on older licences the years (6年) from the printed start; null when it has
 * no end, or is implausible.
 */
export function readLicenceExpiry(begin: string | undefined, end: string | undefined): LocalDate | null {
  const from = readDate(begin)
  const [, years] = /^(\d{1,2})年$/.exec(end?.trim() ?? '') ?? []
  return years === undefined || from === null ? readDate(end) : addMonths(from, 12 * Number(years))
}

export const readGender = (text: string | undefined): Gender | null =>
  text === '男' ? gender.male : text === '女' ? gender.female : null

/** Completes a reading with null for the other fields. An empty text counts as not read. */
export const readingOf = (
  fields: { readonly [K in keyof DocumentReading]?: DocumentReading[K] | undefined },
): DocumentReading => ({
  ...nothing,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')),
})
