import { type RefusalKey, refusals } from '@cheyi/domain/refusal'

/*
 * HTTP statuses of refusals, for the servers and the documents. A business result is 200, good or bad; other statuses
 * inform proxies and clients that do not know our codes.
 */

const isOf = (...keys: readonly RefusalKey[]) => {
  const codes: ReadonlySet<number> = new Set(keys.map((key) => refusals[key].code))
  return (code: number): boolean => codes.has(code)
}
const isInternal = isOf('internal')
const isTooMuch = isOf('tooFrequent', 'openTooFrequent')
const isUnsigned = isOf('openKeyUnknown', 'openClockSkew', 'openSignatureWrong', 'openNonceSeen')
const isClosed = isOf('openIpRefused', 'openScopeMissing')
const isUnreadable = isOf('badInput')
const isPending = isOf('planPending')

/** Status of a code in our own calls. */
export const statusOf = (code: number): number => (isInternal(code) ? 500 : isTooMuch(code) ? 429 : 200)

/** Status of a code in the open API, so that a gateway can distinguish a missing authorization from a business refusal. */
export function openStatusOf(code: number): number {
  if (isUnreadable(code)) return 400
  if (isUnsigned(code)) return 401
  if (isClosed(code)) return 403
  return isPending(code) ? 503 : statusOf(code)
}

type Json = Record<string, unknown>

/** The refusals of a call as its document lists them. */
export const listedErrors = (keys: Iterable<RefusalKey>, status: (code: number) => number) =>
  [...new Set(keys)].map((key) => ({ key, ...refusals[key], status: status(refusals[key].code) }))

/** The envelope of every refusal, as `#/components/schemas/Refusal`. */
export const refusalSchema = {
  type: 'object',
  required: ['success', 'data', 'errorCode', 'message'],
  properties: {
    success: { const: false },
    data: { type: ['object', 'null'], description: 'Facts of the refusal; field names the wrong field' },
    errorCode: { type: 'integer' },
    message: { type: 'string', description: 'Chinese, complete, for the user' },
  },
} as const

/** An answer with a status of 400 or above: the envelope of a refusal with one of these codes. */
export const errorAnswer = (status: number, description: string, codes: Iterable<number>): Json => ({
  description,
  ...((status === 429 || status === 503) && {
    headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } },
  }),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { errorCode: { enum: [...new Set(codes)] } } }],
      },
    },
  },
})
