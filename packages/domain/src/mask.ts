/*
 * Personal data as lists show it. What is masked cannot be read back: these texts are for eyes, never for search.
 */

/** The family name alone: 张*. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}*`

/** `186****0937`; an international number keeps its first three signs and last four digits, `170****01,12` the sign before its extension. */
export const maskPhone = (phone: string): string =>
  phone.length < 7 ? '*'.repeat(phone.length) : `${phone.slice(0, 3)}****${/(?:\d\D?){3}\d$/.exec(phone)?.[0] ?? ''}`

/** A text that somebody typed, with the numbers of mainland mobiles and identity cards in it masked. */
export const maskNumbers = (text: string): string =>
  text
    .replaceAll(/(^|[^\dA-Za-z])(\d{17}[\dXx])(?![\dA-Za-z])/g, (_, before, id) => before + maskId(id))
    .replaceAll(/(^|[^\dA-Za-z])(1[3-9]\d{9})(?![\dA-Za-z])/g, (_, before, phone) => before + maskPhone(phone))

/** In forms: `186 2107 0937`; anything but a mainland mobile as it is. */
export const spacePhone = (phone: string): string => phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')

/** `310104********0032`; shorter numbers (passports, permits) keep one sign and the last three. */
export function maskId(id: string): string {
  if (id.length >= 15) return `${id.slice(0, 6)}${'*'.repeat(id.length - 10)}${id.slice(-4)}`
  if (id.length < 6) return '*'.repeat(id.length)
  return `${id.slice(0, 1)}${'*'.repeat(id.length - 4)}${id.slice(-3)}`
}
