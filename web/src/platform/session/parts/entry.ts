import type { CallFailure } from '../../../kernel/call/failure.ts'

/** The mobile as it travels: anything but digits is dropped, and so is a country code. */
export const bare = (typed: string): string =>
  typed
    .replace(/^\s*(\+|00)86/, '')
    .replaceAll(/\D/g, '')
    .slice(0, 11)

/** The same as it is read, `186 2107 0937`. */
export const spaced = (mobile: string): string =>
  [mobile.slice(0, 3), mobile.slice(3, 7), mobile.slice(7)].filter(Boolean).join(' ')

/** Whatever the server says to a sign-in belongs under its form, not into a toast that is gone before it is read. */
export const isRefused = ({ kind }: CallFailure): boolean => kind === 'refused'
