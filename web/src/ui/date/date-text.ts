import { plainSigns, type Typed } from '../field/typed.ts'

/** Digits and hyphens of what was typed: `2016年5月18日`, `2016/5/18` and `2016.5.18` are one date. */
const partsText = (typed: string): string =>
  plainSigns(typed)
    .replaceAll(/[年月/.]/g, '-')
    .replaceAll(/[^\d-]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^-/, '')

/** `201605` becomes `2016-05`. */
const groups = (digits: string): string[] =>
  [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter((part) => part !== '')

/** The parts of a date that is being typed, and whether they are the typed ones. */
function partsOf(text: string): { readonly parts: string[]; readonly regrouped: boolean } {
  const parts = text.split('-').slice(0, 3)
  const [year = '', month = '', day] = parts
  if (parts.length === 1) return { parts: groups(year), regrouped: true }
  // A month that goes on is followed by its day, and a hyphen that was removed comes back; other surplus digits are the user's to remove.
  const goesOn = day === undefined && (year.length > 4 || (year.length === 4 && month.length > 2))
  return goesOn ? { parts: groups(year + month), regrouped: true } : { parts, regrouped: false }
}

/**
 * A change of a field for a date, which is typed as eight digits or with signs between its parts. Digits are changed where the caret stands.
 * @param before the text before it
 */
export function typeDate(
  before: string,
  typed: { readonly text: string; readonly caret: number },
): Typed<string | null> {
  const text = partsText(typed.text)
  const ahead = partsText(typed.text.slice(0, typed.caret))
  const { parts, regrouped } = partsOf(text)
  // More than a key at once: a complete date was pasted or filled in.
  const isPasted = typed.text.length - before.length > 1
  const at = isPasted ? parts.length : count(ahead)
  const padded = parts.map((part, i) =>
    i > 0 && part.length === 1 && i !== at && (i < parts.length - 1 || isPasted) ? `0${part}` : part,
  )
  if (typed.caret >= typed.text.length && padded.length === 3) padded[2] = padded[2]!.slice(0, 2)
  const shown = padded.join('-')
  const caret =
    isPasted || typed.caret >= typed.text.length
      ? shown.length
      : regrouped
        ? behindDigits(shown, ahead.replaceAll('-', '').length)
        : padded.slice(0, at).reduce((sum, part) => sum + part.length + 1, 0) +
          ahead.length -
          (ahead.lastIndexOf('-') + 1)
  return { text: shown, caret: Math.min(caret, shown.length), value: shown || null }
}

const count = (text: string): number => text.split('-').length - 1

/** The position behind so many digits. */
function behindDigits(text: string, digits: number): number {
  let at = 0
  for (let seen = 0; seen < digits && at < text.length; at++) if (text[at] !== '-') seen++
  return at
}
