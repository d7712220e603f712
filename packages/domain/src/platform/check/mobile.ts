import { typedText } from '../../typed-text.ts'

export const mobileNumber = /^1[3-9]\d{9}$/

/** Whether a text is a mainland mobile number, the only kind that can sign in and receive our text messages. */
export const isMobile = (text: string): boolean => mobileNumber.test(text)

/** A mainland number that can be called: a mobile, or a 95 privacy number by which platforms hide it. */
const MAINLAND = /^(1[3-9]\d{9}|95\d{9,10})$/

/**
 * Contact phone of a customer: a mainland number, with the extension of a privacy number where it has one, or an
 * international number with `+`.
 */
export const contactPhone = /^((1[3-9]\d{9}|95\d{9,10})(,\d{1,6})?|\+(?!86)[1-9]\d{6,14})$/

export const isContactPhone = (text: string): boolean => contactPhone.test(text)

/** Text messages cannot be sent to a privacy number, because its extension cannot be dialled. */
export const takesTexts = (phone: string): boolean => !/^95|,/.test(phone)

/** Spellings of a phone that may be stored: the current one, and the earlier one with the country code. */
export const storedSpellings = (phone: string): string[] => (isMobile(phone) ? [phone, `+86${phone}`] : [phone])

/** The last four digits of a phone, including those of an extension, for searches. */
export const phoneTail = (phone: string): string => phone.replace(/\D/g, '').slice(-4)

/** Four digits typed as the end of a phone, with or without the separator of an extension; null for anything else. */
export const typedTail = (text: string): string | null =>
  /^\d{4}$/.exec(text.normalize('NFKC').replace(/[\s,;、#转-]/g, ''))?.[0] ?? null

/**
 * The one stored spelling of a phone, so that two spellings never make two people. Full-width characters are
 * narrowed; blanks, hyphens and the mainland's country code are removed; an extension follows a comma:
 * `17000000001转123` and `17000000001-123` become `17000000001,123`.
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

/** Message for the form; null when the contact phone is valid. */
export function contactPhoneProblem(text: string): string | null {
  if (text === '') return '请输入手机号'
  return isContactPhone(text) ? null : '请输入正确的手机号'
}
