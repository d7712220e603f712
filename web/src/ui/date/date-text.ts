/** What is typed of a date, grouped as documents write it: `201605` is `2016-05`, `20160518` a whole one. */
export function dateText(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('-')
}
