import { spacePhone } from '@cheyi/domain/mask'
import { isContactPhone, normalisePhone } from '@cheyi/domain/platform/check/mobile'
import type { Entered } from './form.ts'

/*
 * The customer's phone as it is typed, and what it may be looked up by.
 */

/** What is kept of typed text: digits, `+` and digits, or digits and the extension of a privacy number behind a comma. */
export function readPhone(text: string): string {
  const phone = normalisePhone(text)
  const [number = '', extension] = phone.split(',')
  const international = number.startsWith('+')
  const digits = number.replaceAll(/\D/g, '')
  if (international) return `+${digits.slice(0, 15)}`
  const kept = digits.slice(0, digits.startsWith('95') ? 12 : 11)
  return extension === undefined ? kept : `${kept},${extension.replaceAll(/\D/g, '').slice(0, 6)}`
}

/** `1376`, `137 6108`, `137 6108 4429`; an international number as it is. */
export function showPhone(phone: string): string {
  // Four digits may be the end of a number as well as its beginning.
  if (/^\+|^95|,/.test(phone) || phone.length <= 4) return phone
  if (phone.length === 11) return spacePhone(phone)
  return [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)].filter(Boolean).join(' ')
}

/**
 * What to look customers up by: a whole number, its last four digits, or else the beginning of a name; null when there is
 * not enough, or somebody is chosen already.
 */
export function lookupKeyword({ phone, name, renter }: Pick<Entered, 'phone' | 'name' | 'renter'>): string | null {
  if (renter !== null) return null
  if (isContactPhone(phone) || phone.length === 4) return phone
  const typed = name.trim()
  return [...typed].length >= 2 ? typed : null
}

/** After typing: a customer stays while a missing number is being filled in, and goes when the number is another. */
export const phoneEntered = ({ phone, renter }: Pick<Entered, 'phone' | 'renter'>, text: string) => ({
  phone: readPhone(text),
  renter: isContactPhone(phone) ? null : renter,
})
