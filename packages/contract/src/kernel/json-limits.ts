/*
 * Limits of JSON input: a text with deeper nesting or more names than any call needs is expensive to parse, so that it
 * is refused by scanning its characters before parsing.
 */

/** Deepest nesting of lists and records. */
export const MAX_DEPTH = 64

/** Most names in one input. */
export const MAX_NAMES = 5_000

/** Whether a JSON text is within `MAX_DEPTH` and `names`. Its syntax is checked by the parser. */
export function isWithinLimits(text: string, names = MAX_NAMES): boolean {
  let depth = 0
  let named = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (quoted) {
      if (char === '\\') i++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '[' || char === '{') {
      if (++depth > MAX_DEPTH) return false
    } else if (char === ']' || char === '}') depth--
    else if (char === ':' && ++named > names) return false
  }
  return true
}
