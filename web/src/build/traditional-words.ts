import { readFileSync, writeFileSync } from 'node:fs'
import { refusals } from '@cheyi/domain/refusal'
import { Converter } from 'opencc-js/cn2t'
import { english } from '../words/english/column.ts'
import { whole, words } from '../words/traditional/overrides.ts'

/*
 * Writes the words in traditional characters: every Chinese phrase that English has, converted by OpenCC as Hong Kong writes, with the words
 * of `overrides.ts`. Beside the texts of the server stand the messages of the refusals that English knows by code.
 */

const convert = Converter({ from: 'cn', to: 'hk' })

/** A phrase in traditional characters; the names of its values stay. */
export function traditionalOf(phrase: string): string {
  const own = whole[phrase]
  if (own !== undefined) return own
  return phrase
    .split(/(\{.+?\})/)
    .map((part, at) =>
      at % 2 === 1 ? part : words.reduce((text, [from, to]) => text.replaceAll(from, to), convert(part)),
    )
    .join('')
}

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const table = (phrases: readonly string[]): string =>
  phrases.map((phrase) => `  ${literal(phrase)}: ${literal(traditionalOf(phrase))},\n`).join('')

/** Messages of the refusals that customers may read. */
function refusalTexts(): string[] {
  const codes = new Set(Object.keys(english.refusals).map(Number))
  const messages = Object.values(refusals).flatMap(({ code, message }) => (codes.has(code) ? [message] : []))
  return [...new Set(messages)].filter((message) => !(message in english.sent) && !(message in english.phrases))
}

/** The content of `web/src/words/traditional/column.gen.ts`. */
export const traditionalColumn = (): string =>
  `// Written by web/src/build/traditional-words.ts from the phrases of web/src/words/english. Do not edit.
import type { Column } from '../english/column.ts'

const refused = {
${table(refusalTexts())}}

const sent = {
${table(Object.keys(english.sent))}}

const phrases = {
${table(Object.keys(english.phrases))}}

export const traditional: Column = { locale: undefined, isHan: true, phrases, sent: { ...sent, ...refused }, refusals: {} }
`

const messages = new URL('../../../packages/domain/src/platform/notify/', import.meta.url)

/** The content of `customer-words-traditional.gen.ts`: what customers are sent. All Chinese of that file stands in its texts. */
export function traditionalMessages(): string {
  const source = readFileSync(new URL('customer-words.ts', messages), 'utf8')
  const converted = words.reduce((text, [from, to]) => text.replaceAll(from, to), convert(source))
  return `// Written by web/src/build/traditional-words.ts from customer-words.ts. Do not edit.
${converted.replace(/^\/\* What customers .+ \*\/\n\n/m, '').replace('export const chinese', 'export const traditional')}`
}

if (import.meta.main) writeFileSync(new URL('customer-words-traditional.gen.ts', messages), traditionalMessages())
if (import.meta.main) writeFileSync(new URL('../words/traditional/column.gen.ts', import.meta.url), traditionalColumn())
