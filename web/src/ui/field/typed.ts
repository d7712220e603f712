/*
 * What is typed or pasted into a field for numbers, money or a date: it is read as it stands, or not at all, in which case the field says so.
 * A sign that cannot be read is never dropped with the rest read on: `12,5` is no 125.
 */

/** A field after a change. */
export interface Typed<V> {
  readonly text: string
  /** Position of the caret in the text. */
  readonly caret: number
  readonly value: V
}

/** Plain signs for what keyboards and other programs write: full-width figures, the full stop of Chinese, spaces of any width. */
export const plainSigns = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll(/[\s\u200b\ufeff]/g, '')

/** The marks beside an amount or a distance, as the product writes them itself. */
const withoutUnit = (text: string): string => text.replace(/^¥/, '').replace(/(元|km|公里|%)$/i, '')

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/
/** The next group by key: the sign of the group before went when that was complete. */
const NEXT_GROUP = /^\d{4,},\d{3}$/
const PLAIN = /^\d*(\.\d*)?$/
/** Keypads of other regions have this sign alone. */
const COMMA_FOR_POINT = /^\d+,\d{0,2}$/

interface NumberRules {
  /** Most digits behind the point. Of a whole number what stands there is cut, so that 9901.3 is 9901. */
  readonly decimals: number
  /** Most digits before the point. */
  readonly digits?: number | undefined
}

/** The number that a text says, with a point as its only sign, or null. */
function readNumber(text: string, isGrouped: boolean, { decimals, digits = 12 }: NumberRules): string | null {
  const number = isGrouped ? text.replaceAll(',', '') : COMMA_FOR_POINT.test(text) ? text.replace(',', '.') : text
  if (!PLAIN.test(number)) return null
  const [whole = '', fraction = ''] = number.split('.')
  return whole.length > digits || (decimals > 0 && fraction.length > decimals) ? null : number
}

/**
 * A change of a field for a number.
 * @param before the text before it
 * @param typed the text of the browser after it, and where its caret stands
 * @returns null when it is no number: the text before stays
 */
export function typeNumber(
  before: string,
  typed: { readonly text: string; readonly caret: number },
  rules: NumberRules,
): Typed<number | null> | null {
  // Groups that the field has written itself go once it is changed: the digits behind a removed one would stand in no group.
  const isOwn = GROUPED.test(before) && count(typed.text, ',') <= count(before, ',')
  const clean = (text: string) => withoutUnit(plainSigns(isOwn ? text.replaceAll(',', '') : text))
  const text = clean(typed.text)
  const isByKey = typed.text.length === before.length + 1
  const isGrouped = GROUPED.test(text) || (isByKey && NEXT_GROUP.test(text))
  const number = readNumber(text, isGrouped, rules)
  if (number === null) return null
  // A number may still become one with groups: 9,9 becomes 9,901.
  const shown = isGrouped ? number : text
  const ahead = clean(typed.text.slice(0, typed.caret))
  const caret = Math.min(shown.length, isGrouped ? ahead.replaceAll(',', '').length : ahead.length)
  return { text: shown, caret, value: /\d/.test(number) ? cut(Number(number), rules) : null }
}

const cut = (value: number, { decimals }: NumberRules): number => (decimals === 0 ? Math.floor(value) : value)

const count = (text: string, sign: string): number => text.split(sign).length - 1

/** Whether digits behind the point were cut. */
export const isCut = (text: string, value: number | null): boolean =>
  value !== null && Number(text.replace(',', '.')) > value

/** Where the caret stood before a change that is not taken. */
export const caretBefore = (before: string, typed: { readonly text: string; readonly caret: number }): number =>
  Math.max(0, Math.min(before.length, typed.caret - (typed.text.length - before.length)))

/** Puts the caret there once the browser has the text, which sets it to the end. */
export function keepCaret(input: HTMLInputElement, caret: number): void {
  queueMicrotask(() => {
    if (document.activeElement === input) input.setSelectionRange(caret, caret)
  })
}

/** The text of an input after a change, and its caret. */
export const typedIn = ({ value, selectionStart }: HTMLInputElement) => ({
  text: value,
  caret: selectionStart ?? value.length,
})
