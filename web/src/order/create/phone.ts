import { isContactPhone, normalisePhone } from '@cheyi/domain/check/mobile'
import { spacePhone } from '@cheyi/domain/mask'
import type { Entered } from './form.ts'

/*
 * The customer's phone as it is typed, and what it may be looked up by.
 */

/** What is kept of typed text: digits, or `+` and digits; a country code of the mainland is taken off. */
export function readPhone(text: string): string {
  const bare = normalisePhone(text).replace(/^(\+|00)86(?=1)/, '')
  const international = bare.startsWith('+')
  const digits = bare.replaceAll(/\D/g, '')
  return international ? `+${digits.slice(0, 15)}` : digits.slice(0, 11)
}

/** `1376`, `137 6108`, `137 6108 4429`; an international number as it is. */
export function showPhone(phone: string): string {
  // Four digits may be the end of a number as well as its beginning.
  if (phone.startsWith('+') || phone.length <= 4) return phone
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
