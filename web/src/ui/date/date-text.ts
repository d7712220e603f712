/** Groups the typed digits of a date like a document: `201605` becomes `2016-05`, `20160518` a complete date. */
export function dateText(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('-')
}
