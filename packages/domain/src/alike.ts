/*
 * Names of the same thing as different people write them.
 */

/** Without what two people write differently in the same name. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s·\-_()]/g, '')
    .toLowerCase()

/** The dots between the parts of a name (阿依古丽·买买提, J. Smith), in every sign that keyboards and passports have, and blanks. */
export const NAME_SEPARATORS = '·•・．.‧∙⋅･˙●᛫ \u00a0\u3000'

/** A person's name as it is searched and compared. `name_key` of the database makes the same of it (`people.test.ts` of the room driver). */
export const nameKey = (name: string): string => [...name].filter((sign) => !NAME_SEPARATORS.includes(sign)).join('')

/** A person's name as registers of the state write it: whichever dot was typed is theirs. */
export const registeredName = (name: string): string =>
  name.replaceAll(/(?<=\p{Script=Han})[·•・．.‧∙⋅･˙●᛫](?=\p{Script=Han})/gu, '·')

/** Pairs of neighbouring signs, by which two names are compared; a name of one sign is itself. */
const pairs = (name: string): string[] =>
  name.length < 2 ? [name] : Array.from({ length: name.length - 1 }, (_, i) => name.slice(i, i + 2))

/** How alike two plain names are, 0 to 1: the pairs they share among those of the shorter one. */
export function alike(a: string, b: string): number {
  const left = pairs(b)
  const shared = pairs(a).filter((pair) => {
    const at = left.indexOf(pair)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return shared.length / Math.min(pairs(a).length, pairs(b).length)
}
