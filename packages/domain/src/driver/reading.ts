import { isLocalDate, type LocalDate } from '../time.ts'
import { type Gender, gender } from './codes.ts'
import type { DocumentSlot } from './documents.ts'

/*
 * What a machine read from the picture of a paper: proposals, to be compared with the paper by whoever enters it.
 */

/** Sides of papers that are read: those with something on them that is entered. */
export const readSlots = ['imgFront', 'imgBack', 'licenceMain'] as const satisfies readonly DocumentSlot[]
export type ReadSlot = (typeof readSlots)[number]

/** Fields that were read; one that was not, or made no sense, is missing. */
export interface DocumentReading {
  readonly name?: string
  readonly identityNo?: string
  readonly identityExpire?: LocalDate
  /** 长期. */
  readonly forever?: true
  readonly birthday?: LocalDate
  readonly gender?: Gender
  readonly address?: string
  readonly licenceNo?: string
  readonly licenceClass?: string
  readonly licenceFirstIssue?: LocalDate
  readonly licenceExpire?: LocalDate
}

const LONG = /^(长期|长久|永久)/

/** A printed date (2030.7.21, 2030-07-21, 2030/7/21, 20300721); undefined for what is none. */
export function readDate(text: string | undefined): LocalDate | undefined {
  const [, year, month, day] = /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})\D?$/.exec(text?.trim() ?? '') ?? []
  if (year === undefined) return undefined
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  return isLocalDate(date) ? date : undefined
}

/** The end of a printed period: 2010.07.21-2030.07.21, 2010.07.21-长期. */
export function readExpiry(text: string | undefined): Pick<DocumentReading, 'identityExpire' | 'forever'> {
  const end =
    text
      ?.split(/[-—~至](?=\D*\d{4}|长|永)/)
      .at(-1)
      ?.trim() ?? ''
  if (LONG.test(end)) return { forever: true }
  const date = readDate(end)
  return date === undefined ? {} : { identityExpire: date }
}

export const readGender = (text: string | undefined): Gender | undefined =>
  text === '男' ? gender.male : text === '女' ? gender.female : undefined

/** Only what was read. */
export const onlyRead = (
  reading: { readonly [K in keyof DocumentReading]: DocumentReading[K] | undefined | '' },
): DocumentReading =>
  Object.fromEntries(
    Object.entries(reading).filter(([, value]) => value !== undefined && value !== ''),
  ) as DocumentReading
