import { typedText } from '../typed.ts'

export const mobileNumber = /^1[3-9]\d{9}$/

/** Mainland mobile, the only one that can sign in and receive our messages. */
export const isMobile = (text: string): boolean => mobileNumber.test(text)

/** A mainland number that people call: a mobile, or one of the 95 numbers by which platforms hide it. */
const MAINLAND = /^(1[3-9]\d{9}|95\d{9,10})$/

/** Contact phone of a customer: a mainland number, with the extension of a privacy number or without, or `+` and an international one. */
export const contactPhone = /^((1[3-9]\d{9}|95\d{9,10})(,\d{1,6})?|\+(?!86)[1-9]\d{6,14})$/

export const isContactPhone = (text: string): boolean => contactPhone.test(text)

/** No text message reaches a privacy number: its extension cannot be dialled by one. */
export const takesTexts = (phone: string): boolean => !/^95|,/.test(phone)

/** The spellings of a phone that may be stored: the one of today, and the one before country codes were taken off. */
export const storedSpellings = (phone: string): string[] => (isMobile(phone) ? [phone, `+86${phone}`] : [phone])

/** The last four digits of a phone, by which it is searched; those of an extension are among them. */
export const phoneTail = (phone: string): string => phone.replace(/\D/g, '').slice(-4)

/** Four digits that somebody typed as the end of a phone, with the sign before an extension or without; null: something else. */
export const typedTail = (text: string): string | null =>
  /^\d{4}$/.exec(text.normalize('NFKC').replace(/[\s,;、#转-]/g, ''))?.[0] ?? null

/**
 * The one spelling of a phone, so that two spellings never make two people: full-width signs are narrowed; blanks, hyphens and the
 * country code of the mainland taken off; an extension stands behind a comma: `17000000001转123` and `17000000001-123` are
 * `17000000001,123`.
 */
export function normalisePhone(text: string): string {
  const narrow = typedText(text.normalize('NFKC'))
    .replace(/\s/g, '')
    .replace(/[‐-―−]/g, '-')
  const [head = '', ...rest] = narrow.split(/[,;、#]|转|ext\.?/i)
  const said = bare(head)
  if (rest.length > 0) return [said, ...rest.filter((part) => part !== '')].join(',')
  const hyphen = head.lastIndexOf('-')
  const number = hyphen === -1 ? '' : bare(head.slice(0, hyphen))
  const tail = head.slice(hyphen + 1)
  return MAINLAND.test(number) && /^\d{1,6}$/.test(tail) ? `${number},${tail}` : said
}

/** A number without hyphens, brackets and the mainland's country code. */
const bare = (text: string): string =>
  text.replace(/[-()]/g, '').replace(/^(?:\+|00)?86(?=(1[3-9]\d{9}|95\d{9,10})$)/, '')

/** What to tell whoever typed the contact phone of a customer; null when it is right. */
export function contactPhoneProblem(text: string): string | null {
  if (text === '') return '请输入手机号'
  return isContactPhone(text) ? null : '请输入正确的手机号'
}
