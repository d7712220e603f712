import { spacePhone } from '@cheyi/domain/mask'
import { isContactPhone, normalisePhone } from '@cheyi/domain/platform/check/mobile'
import type { Entered } from './form.ts'

/* The customer's phone number as typed, and the search keyword from it. */

/** The part of typed text that is stored: digits, `+` and digits, or digits and the extension of a privacy number after a comma. */
export function readPhone(text: string): string {
  const phone = normalisePhone(text)
  const [number = '', extension] = phone.split(',')
  const international = number.startsWith('+')
  const digits = number.replaceAll(/\D/g, '')
  if (international) return `+${digits.slice(0, 15)}`
  const kept = digits.slice(0, digits.startsWith('95') ? 12 : 11)
  return extension === undefined ? kept : `${kept},${extension.replaceAll(/\D/g, '').slice(0, 6)}`
}

/** `1376`, `137 6108`, `137 6108 4429`; an international number unchanged. */
export function showPhone(phone: string): string {
  // Four digits can be the start or the end of a number, so they are not grouped.
  if (/^\+|^95|,/.test(phone) || phone.length <= 4) return phone
  if (phone.length === 11) return spacePhone(phone)
  return [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)].filter(Boolean).join(' ')
}

/**
 * Search keyword for customers: a complete number, its last four digits, or the start of a name; null when too short, or when a customer
 * is selected already.
 */
export function lookupKeyword({ phone, name, renter }: Pick<Entered, 'phone' | 'name' | 'renter'>): string | null {
  if (renter !== null) return null
  if (isContactPhone(phone) || phone.length === 4) return phone
  const typed = name.trim()
  return [...typed].length >= 2 ? typed : null
}

/** Result of typing: the selected customer stays while a missing number is being filled in, and is cleared when the number changes. */
export const fieldsOfTypedPhone = ({ phone, renter }: Pick<Entered, 'phone' | 'renter'>, text: string) => ({
  phone: readPhone(text),
  renter: isContactPhone(phone) ? null : renter,
})
