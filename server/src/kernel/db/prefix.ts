import type { Bind } from './sql.ts'

/**
 * The texts that begin so, as a range of an index with `text_pattern_ops`: from the one, and before the other. A plan for whatever values
 * finds no range in `^@` and reads every row; that index compares bytes, in every locale.
 * @param prefix not empty
 */
export function textsFrom(prefix: string): { readonly from: string; readonly before: string } {
  const signs = [...prefix]
  const last = signs.pop()!.codePointAt(0)!
  if (last === 0x10ffff) return { from: prefix, before: textsFrom(signs.join('')).before }
  // Bytes of UTF-8 are in the order of the signs, and between these two no sign has a number.
  return { from: prefix, before: signs.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1) }
}

/** SQL: a column begins with a text, as {@link textsFrom}. */
export function beginsWith(column: string, prefix: string, bind: Bind): string {
  const { from, before } = textsFrom(prefix)
  return `${column} ~>=~ ${bind(from)} and ${column} ~<~ ${bind(before)}`
}
