/** Does the font have a glyph for the code point? */
type Known = (codePoint: number) => boolean

/**
 * The same value with all its texts as the font can draw them. A character that it lacks is named by its code point,
 * 〔U+2AA27〕, as registers do: a gap in a name would be another name. What has no shape of its own is left out.
 */
export function drawable<T>(value: T, known: Known): T
export function drawable(value: unknown, known: Known): unknown {
  if (typeof value === 'string') return [...value].map((character) => shown(character, known)).join('')
  if (Array.isArray(value)) return value.map((inner) => drawable(inner, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, drawable(inner, known)]))
}

function shown(character: string, known: Known): string {
  const codePoint = character.codePointAt(0)!
  if (character === '\n' || known(codePoint)) return character
  if (/\s/u.test(character)) return ' '
  if (/[\p{Cc}\p{Cf}\p{Variation_Selector}]/u.test(character)) return ''
  return `〔U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}〕`
}
