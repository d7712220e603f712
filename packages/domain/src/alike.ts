/* Comparison of names that different people spell differently. */

/** A name without differences of spelling: width, spaces, hyphens, brackets, case. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s·\-_()]/g, '')
    .toLowerCase()

/** Separators between the parts of a name (阿依古丽·买买提, J. Smith): every dot that keyboards and passports use, and blanks. */
export const NAME_SEPARATORS = '·•・．.‧∙⋅･˙●᛫ \u00a0\u3000'

/**
 * A person's name for searches and comparisons. The database function `name_key` does the same (`people.test.ts` of
 * the feature driver checks that).
 */
export const nameKey = (name: string): string => [...name].filter((sign) => !NAME_SEPARATORS.includes(sign)).join('')

/** A person's name as state registers write it: every kind of dot becomes theirs. */
export const registeredName = (name: string): string =>
  name.replaceAll(/(?<=\p{Script=Han})[·•・．.‧∙⋅･˙●᛫](?=\p{Script=Han})/gu, '·')

/** Pairs of neighbouring characters; a name of one character is its own pair. */
const pairs = (name: string): string[] =>
  name.length < 2 ? [name] : Array.from({ length: name.length - 1 }, (_, i) => name.slice(i, i + 2))

/** Similarity of two plain names, 0 to 1: common pairs of characters, divided by those of the shorter name. */
export function alike(a: string, b: string): number {
  const left = pairs(b)
  const shared = pairs(a).filter((pair) => {
    const at = left.indexOf(pair)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return shared.length / Math.min(pairs(a).length, pairs(b).length)
}
