import type { KeyObject } from 'node:crypto'
import { formatLocal, parseDateTime } from '@cheyi/domain/time'
import { rsaSign, rsaVerify } from '../rsa.ts'

/*
 * Alipay's gateway (openapi, version 1.0): a form whose fields are signed in the order of their names, and an answer
 * with a node whose text is signed as it is.
 */

export type Fields = Readonly<Record<string, string>>

/** The signed text of a form: every field with a value, by name; never `sign`, and no `sign_type` in notifications. */
export const signedText = (fields: Fields, without: readonly string[] = ['sign']): string =>
  Object.entries(fields)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

export const signFields = (key: KeyObject, fields: Fields): Fields => ({
  ...fields,
  sign: rsaSign(key, signedText(fields)),
})

/** Whether a notification has a valid signature of the provider. */
export const isSignedNotice = (key: KeyObject, fields: Fields): boolean =>
  fields.sign_type === 'RSA2' && rsaVerify(key, signedText(fields, ['sign', 'sign_type']), fields.sign ?? '')

/** The node of an answer as unparsed text, which the signature covers. */
export function answerNode(text: string, name: string): string | undefined {
  const start = text.indexOf(`"${name}"`)
  if (start < 0) return undefined
  const from = text.indexOf('{', start)
  let depth = 0
  let quoted = false
  for (let at = from; at >= 0 && at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return text.slice(from, at + 1)
  }
  return undefined
}

export const nodeName = (method: string): string => `${method.replaceAll('.', '_')}_response`

/** Fen to yuan as sent, and back; undefined if it is not an amount. */
export const yuanOf = (fen: number): string => (fen / 100).toFixed(2)
export const fenOf = (yuan: unknown): number | undefined =>
  typeof yuan === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(yuan) ? Math.round(Number(yuan) * 100) : undefined

/** `2026-11-20 10:00:00`, Beijing time. */
export const wireTime = (t: number): string => formatLocal(t, 'YYYY-MM-DD HH:mm:ss')
export const instantOf = (text: unknown): number | null =>
  typeof text === 'string' ? parseDateTime(text.slice(0, 19)) : null
