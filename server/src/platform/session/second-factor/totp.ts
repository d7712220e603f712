import { TOTP_DIGITS, TOTP_PERIOD } from '@cheyi/domain/platform/session/second-factor/rules'
import { Secret, TOTP } from 'otpauth'

/** SHA-1, six digits, thirty seconds: supported by every authenticator app (RFC 6238). */
const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: '车驿',
    label,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD,
    secret: Secret.fromBase32(secret),
  })

/** 160 random bits in Base32, as recommended by RFC 4226. */
export const freshSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth:` address for a QR code; `label` names the account in the app. */
export const uriOf = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The time step of a code, including one before and one after the current step; null for a wrong code. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / TOTP_PERIOD) + delta
}
