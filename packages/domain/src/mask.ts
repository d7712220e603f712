/* Personal data as lists show it. The masked part cannot be restored, so that these texts must not be used for searches. */

/** Only the family name: 张*. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}*`

/** `186****0937`; of an international number the first three and last four digits, with the separator of an extension: `170****01,12`. */
export const maskPhone = (phone: string): string =>
  phone.length < 7 ? '*'.repeat(phone.length) : `${phone.slice(0, 3)}****${/(?:\d\D?){3}\d$/.exec(phone)?.[0] ?? ''}`

/** A typed text with the numbers of mainland mobiles and identity cards masked. */
export const maskNumbers = (text: string): string =>
  text
    .replaceAll(/(^|[^\dA-Za-z])(\d{17}[\dXx])(?![\dA-Za-z])/g, (_, before, id) => before + maskId(id))
    .replaceAll(/(^|[^\dA-Za-z])(1[3-9]\d{9})(?![\dA-Za-z])/g, (_, before, phone) => before + maskPhone(phone))

/** For display: `186 2107 0937`; other numbers are unchanged. */
export const spacePhone = (phone: string): string => phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')

/** `310104********0032`; of shorter numbers (passports, permits) the first and the last three characters. */
export function maskId(id: string): string {
  if (id.length >= 15) return `${id.slice(0, 6)}${'*'.repeat(id.length - 10)}${id.slice(-4)}`
  if (id.length < 6) return '*'.repeat(id.length)
  return `${id.slice(0, 1)}${'*'.repeat(id.length - 4)}${id.slice(-3)}`
}
