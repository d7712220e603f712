import type { Ids } from './ids.ts'
import { FRAMES, STORE_WORDS, SUMS, VICTIMS_PHONE, WORDS } from './marks.ts'

/** What must not leave: ids, words, phones and sums. */
export class Secrets {
  readonly #ids: ReadonlySet<string>
  readonly #words: readonly string[]
  readonly #sums: boolean

  constructor(ids: Iterable<string>, words: readonly string[], sums: boolean) {
    this.#ids = new Set(ids)
    this.#words = words
    this.#sums = sums
  }

  /** What of it stands in a text, besides what was sent. */
  seenIn(text: string, sent = ''): string[] {
    const ids = (text.match(/"\d{4,}"/g) ?? []).map((quoted) => quoted.slice(1, -1))
    const sums = this.#sums ? (text.match(/(?<![\d.])-?\d{10,12}(?:\.\d\d)?(?!\d)/g) ?? []).filter(isMarked) : []
    return [
      ...ids.filter((id) => id !== sent && this.#ids.has(id)),
      ...this.#words.filter((word) => !sent.includes(word) && text.includes(word)),
      ...sums,
    ]
  }
}

/** Fen, or yuan with two places. */
function isMarked(number: string): boolean {
  const value = Math.abs(Number(number)) * (number.includes('.') ? 100 : 1)
  return [value, value * 100].some((fen) => fen >= SUMS.from && fen < SUMS.to)
}

const masked = `${VICTIMS_PHONE.slice(0, 3)}****${VICTIMS_PHONE.slice(-4)}`

/** Everything of the merchant that was marked. */
export const secretsOfVictim = (ids: Ids): Secrets =>
  new Secrets(ids.all(), [WORDS, STORE_WORDS, FRAMES, VICTIMS_PHONE, masked], true)
