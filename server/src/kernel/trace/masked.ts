/* What of a text may stand in a trace. */

/**
 * The text of a statement without literals: values are parameters, and whatever still stands in quotes, or is a long number, is replaced.
 */
export const maskedStatement = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, "'?'")
    .replaceAll(/(?<![\w$.])\d{5,}\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A short name of a statement: what it does, and to which table first. */
export function nameOfStatement(text: string): string {
  const verb = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update|join)\s+"?([a-z]\w*)/i.exec(text)?.[1]?.toLowerCase()
  return table === undefined || table === verb ? verb : `${verb} ${table}`
}

/** Parts of a path that are words of an interface, such as `v3`, `pay` and `out-trade-no`; ids and tokens have digits or are long. */
const WORD = /^(?:v\d{1,2}|[a-z][a-z_.-]{0,31})$/i

/** The path of an address with `{}` in place of ids, and without its query. */
export const pathTemplate = (pathname: string): string =>
  pathname
    .split('/')
    .map((part) => (part === '' || WORD.test(part) ? part : '{}'))
    .join('/')
