import { type PayWay, payWay } from '../codes.ts'

/**
 * The provider of a payment code (付款码) that a customer shows for scanning: Alipay's has 16 to 24 digits and begins with
 * 25 to 30, WeChat's has 18 and begins with 10 to 15; null for anything else. Source: both providers' documentation.
 */
export function paymentMethodOfCode(code: string): PayWay | null {
  if (/^(2[5-9]|30)\d{14,22}$/.test(code)) return payWay.alipay
  return /^1[0-5]\d{16}$/.test(code) ? payWay.wechat : null
}

/** Digits of a code that was scanned or typed, without blanks. */
export const normaliseAuthCode = (text: string): string => text.replace(/\s/g, '')
