/*
 * What may be read as JSON at all: a text that nests deeper or names more than any call asks for costs time to build,
 * so it is refused by its characters alone, before anything is built of it.
 */

/** Deepest nesting of lists and records. */
export const MAX_DEPTH = 64

/** Most names in one input. */
export const MAX_NAMES = 5_000

/** Whether a JSON text keeps within `MAX_DEPTH` and `names`. Whether it is JSON at all is for the parser to say. */
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
