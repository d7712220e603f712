/** Whether the font has a glyph for the code point. */
type Known = (codePoint: number) => boolean

/**
 * The same value with all its texts limited to the glyphs of the font. A missing character is replaced by its code
 * point, 〔U+2AA27〕, as registers do, because a gap would change a name. Invisible characters are left out.
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
