import { isIdNumber } from '../check/id-number.ts'
import { addMonths, type LocalDate } from '../time.ts'
import { licenceClasses } from './person.ts'
import { type DocumentReading, type ReadSlot, readDate, readingOf } from './reading.ts'

/*
 * What the text of a paper says, as a program without a vendor reads it. Such a text has holes and wrong characters, so only a field that
 * passes a check of its own is taken, and nothing that has none (an address).
 */

type Fields = Partial<DocumentReading>

/** Whatever is no Chinese character, within a line. */
const REST = String.raw`[^\p{Script=Han}\n]*`
const DATE = String.raw`(\d{4}[-.:]\d{2}[-.:]\d{2})`
const NAME = String.raw`(\p{Script=Han}{2,10}(?:·\p{Script=Han}{1,10})?)`
/** Papers are good for so many years; a misread end fits none. */
const YEARS = { card: [5, 10, 20], licence: [6, 10] } as const

const first = (pattern: string, text: string): readonly (string | undefined)[] =>
  new RegExp(pattern, 'mu').exec(text)?.slice(1) ?? []

/** A number whose last sign is right. */
const numberIn = (text: string): string | undefined =>
  text
    .match(/(?<!\d)\d{17}[\dXx](?!\d)/g)
    ?.map((one) => one.toUpperCase())
    .find(isIdNumber)

/** The end of a printed period that is as long as the paper's may be. */
function endOf(begin: string | undefined, end: string | undefined, years: readonly number[]): LocalDate | undefined {
  const [from, to] = [readDate(begin), readDate(end)]
  return from !== null && to !== null && years.some((n) => addMonths(from, 12 * n) === to) ? to : undefined
}

const fieldsIn: Readonly<Record<ReadSlot, (text: string) => Fields>> = {
  imgFront: (text) => ({
    identityNo: numberIn(text) ?? null,
    // Its label is printed paler than the name, which stands above 性别.
    name: first(`姓?名${REST}${NAME}$`, text)[0] ?? first(`^(?!.*名)${REST}${NAME}$\\n+[^\\n]*[男女]`, text)[0] ?? null,
  }),
  imgBack(text) {
    const [begin, end] = first(`${DATE}[-—一~至]+(${DATE}|长期)`, text)
    if (end === '长期') return { forever: readDate(begin) !== null }
    return { identityExpire: endOf(begin, end, YEARS.card) ?? null }
  },
  licenceMain(text) {
    const [licenceClass = ''] = first('准驾车型[^A-Z\\d\n]*([A-C]\\d[DEF]?)$', text)
    const [begin, end] = first(`${DATE}[^\\d\n]*至[^\\d\n]*${DATE}`, text)
    return {
      licenceNo: numberIn(text) ?? null,
      name: first(`^${REST}(?:姓?名${REST})?${NAME}${REST}性`, text)[0] ?? null,
      licenceClass: licenceClasses(licenceClass).join('') === licenceClass ? licenceClass : null,
      licenceFirstIssue: readDate(first(`领证[日目]期[^\\d\n]*${DATE}`, text)[0]),
      licenceExpire: endOf(begin, end, YEARS.licence) ?? null,
    }
  },
  licenceSub: (text) => ({ licenceNo: numberIn(text) ?? null }),
}

/** Numbers tell by themselves that they were read right. */
const checked: readonly (keyof DocumentReading)[] = ['identityNo', 'licenceNo']

/**
 * What several readings of one picture say together: a field in which none differs, and that was read twice unless its last sign
 * proves it.
 */
export function readingOfTexts(slot: ReadSlot, texts: readonly string[]): DocumentReading {
  const found = texts.map((text) => fieldsIn[slot](text.replace(/[^\S\n]/g, '')))
  const names = [...new Set(found.flatMap((one) => Object.keys(one) as (keyof DocumentReading)[]))]
  const agreed = names.flatMap((name) => {
    const values = found
      .map((one) => one[name])
      .filter((value) => value !== null && value !== undefined && value !== '')
    const same = new Set(values).size === 1 && (values.length > 1 || checked.includes(name))
    return same ? [[name, values[0]]] : []
  })
  return readingOf(Object.fromEntries(agreed))
}
