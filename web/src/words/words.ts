import type { Slots, Values } from './column.ts'
import type { Column, Phrase } from './english/column.ts'
import type { RefusalWords } from './english/refusals.ts'

/*
 * The words of pages that customers read, in the language of the page. Chinese is written where it is used and is the
 * name of the phrase; every other language is a column, loaded only by who reads it. README.md says why.
 */

/** The column of the page on top; null: Chinese. */
let column: Column | null = null

export function setColumn(next: Column | null): void {
  if (column === next) return
  column = next
  patterns = undefined
}

/** Whether the page on top is in another language than Chinese. */
export const isTranslated = (): boolean => column !== null

/** How the language of the page writes dates; undefined: as Chinese pages do. */
export const dateLocale = (): string | undefined => column?.locale

/** Whether the page on top is written in Chinese characters: its readers can read a name or a reason that came in Chinese. */
export const isHan = (): boolean => column === null || column.isHan

/** A phrase without values. */
export type PlainPhrase = { readonly [P in Phrase]: [Slots<P>] extends [never] ? P : never }[Phrase]

type Given<P extends Phrase> = [Slots<P>] extends [never] ? [] : [values: Values<P>]

/** A phrase in the language of the page: `say('共 {n} 条', { n })`. */
export function say<P extends Phrase>(phrase: P, ...[values]: Given<P>): string {
  const said = column?.phrases[phrase] ?? phrase
  return fill(said as AnySaid, values ?? {})
}

/** What a column says, of whichever phrase. */
type AnySaid = string | ((values: Readonly<Record<string, string | number>>) => string)
type Texts = Readonly<Record<string, AnySaid>>

const fill = (said: AnySaid, values: Readonly<Record<string, string | number>>): string =>
  typeof said === 'function'
    ? said(values)
    : said.replace(/\{(.+?)\}/g, (slot, name: string) => String(values[name] ?? slot))

interface Pattern {
  readonly pattern: RegExp
  readonly said: AnySaid
  /** The pattern has no words beside its values, `{a}（{b}）`: it is used only if every value has a translation, so that no text is half translated. */
  readonly isOpen: boolean
}

let patterns: readonly Pattern[] | undefined

/** Texts of the server with slots, as patterns. */
const patternsOf = (sent: Texts): Pattern[] =>
  Object.entries(sent)
    .filter(([text]) => text.includes('{'))
    .map(([text, said]) => {
      const parts = text.split(/\{(.+?)\}/)
      const source = parts.map((part, at) =>
        at % 2 === 1 ? `(?<${part}>.+?)` : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'),
      )
      const isOpen = !isChinese(parts.filter((_, at) => at % 2 === 0).join(''))
      return { pattern: new RegExp(`^${source.join('')}$`), said, isOpen }
    })

/** What became of a text: `known`: all of it is in the language of the page now. */
interface Found {
  readonly text: string
  readonly known: boolean
}

/** What no column has to know: numbers, amounts, clocks. */
const untranslatedText = (text: string): Found => ({ text, known: !isChinese(text) })

function find(text: string): Found {
  if (column === null || text === '') return untranslatedText(text)
  const { phrases, sent } = column as unknown as { readonly phrases: Texts; readonly sent: Texts }
  const own = sent[text] ?? phrases[text]
  if (typeof own === 'string') return { text: own, known: true }
  const parts = text.split('、')
  if (parts.length > 1) {
    const found = parts.map(find)
    return { text: found.map((one) => one.text).join(say('、')), known: found.every(({ known }) => known) }
  }
  patterns ??= patternsOf(sent)
  for (const { pattern, said, isOpen } of patterns) {
    const groups = pattern.exec(text)?.groups
    if (groups === undefined) continue
    const found = Object.entries(groups).map(([name, part]) => [name, find(part)] as const)
    const known = found.every(([, part]) => part.known)
    if (isOpen && !known) continue
    return { text: fill(said, Object.fromEntries(found.map(([name, part]) => [name, part.text]))), known }
  }
  return untranslatedText(text)
}

/**
 * A text that the server sent, such as the name of a fee: in the language of the page where the column knows it, else as it
 * came. What stands in the slots of a text is translated too.
 */
export const translate = (text: string): string => find(text).text

const HAN = /\p{Script=Han}/u

/** Whether a text has Chinese in it. */
export const isChinese = (text: string): boolean => HAN.test(text)

/**
 * The message of a refusal: as the server wrote it where the column knows the text, else that of its code, else as it came.
 * `data`: the facts that came with it.
 */
export function refusalText(code: number, message: string, data: unknown): string {
  const { text, known } = find(wordsOf(code, message, data))
  const said = (column?.refusals as Readonly<Record<number, RefusalWords>> | undefined)?.[code]
  if (said === undefined || known) return text
  return typeof said === 'string' ? said : said((data ?? {}) as Readonly<Record<string, unknown>>)
}

const BAD_INPUT = -2

/** The message of bad input begins with 参数错误, which is meant for programmers; its `字段` is the sentence for users. */
function wordsOf(code: number, message: string, data: unknown): string {
  const words = code === BAD_INPUT && (data as { 字段?: unknown } | null)?.字段
  return typeof words === 'string' && words !== '' ? words : message
}

/** Two words one after the other; Chinese has no space between them. */
export const joinWords = (first: string, second: string): string => `${first}${isHan() ? '' : ' '}${second}`
