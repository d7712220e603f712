import { TOTP_DIGITS, TOTP_PERIOD } from '@cheyi/domain/session/second-factor/rules'
import { Secret, TOTP } from 'otpauth'

/** SHA-1, six digits, thirty seconds: what every authenticator app reads (RFC 6238). */
const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: '车驿',
    label,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD,
    secret: Secret.fromBase32(secret),
  })

/** 160 random bits in Base32, as RFC 4226 advises. */
export const freshSecret = (): string => new Secret({ size: 20 }).base32

/** The address that an app reads from a QR code; `label` says whose account it is. */
export const uriOf = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The step that a code belongs to, one before and one after now included; null for a wrong one. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / TOTP_PERIOD) + delta
}
