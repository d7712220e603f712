import type { CallFailure } from '../../../kernel/call/failure.ts'

/** The mobile as it is sent: without a country code and without characters that are not digits. */
export const bare = (typed: string): string =>
  typed
    .replace(/^\s*(\+|00)86/, '')
    .replaceAll(/\D/g, '')
    .slice(0, 11)

/** The mobile as it is displayed: `186 2107 0937`. */
export const spaced = (mobile: string): string =>
  [mobile.slice(0, 3), mobile.slice(3, 7), mobile.slice(7)].filter(Boolean).join(' ')

/** A refusal of a sign-in is shown below its form, because a toast disappears before it is read. */
export const isRefused = ({ kind }: CallFailure): boolean => kind === 'refused'
