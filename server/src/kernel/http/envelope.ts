import type { Call } from '@cheyi/contract/kernel/call'
import { type Refusal, type RefusalKey, refusals } from '@cheyi/domain/refusal'
import fastJson from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** The envelope of every answer of `/api` and `/order`. HTTP 200 for a business result, good or bad. */
export interface Envelope {
  readonly success: boolean
  readonly data: unknown
  readonly errorCode: number
  readonly message: string
}

/** Message for an unexpected error; the cause is in the log with the trace id. */
export const FALLBACK_MESSAGE = '系统开小差了，请稍后重试'

export function refusalEnvelope(refusal: Refusal): Envelope {
  return {
    success: false,
    data: Object.keys(refusal.detail).length === 0 ? null : refusal.detail,
    errorCode: refusal.code,
    message: refusal.message,
  }
}

export function envelopeOfKey(key: RefusalKey, message?: string): Envelope {
  return { success: false, data: null, errorCode: refusals[key].code, message: message ?? refusals[key].message }
}

/** Value of `retry-after` in seconds when the database is not available. */
const COME_AGAIN_SECONDS = 1

/**
 * The answer to a call that was not executed: 503 with `retry-after`. The catalogue has no code for it, and -7 would
 * blame the caller, so that it is -1. With the same idempotency key a retry is safe.
 */
export function unavailable(reply: FastifyReply): Envelope {
  reply.code(503).header('retry-after', COME_AGAIN_SECONDS)
  return envelopeOfKey('internal', '系统繁忙，请稍后重试')
}

export type Serialiser = (data: unknown) => string

/**
 * The serialiser of a call's successful answer. It is compiled at its first use, because a process declares hundreds of
 * calls and may answer few of them; then it is cached for all servers of this process.
 */
export function serialiserOf(call: Call): Serialiser {
  let compiled = serialisers.get(call)
  return (data) => {
    if (compiled === undefined) {
      compiled = serialisers.get(call) ?? compileSerialiser(call)
      serialisers.set(call, compiled)
    }
    return compiled(data)
  }
}

const serialisers = new WeakMap<Call, Serialiser>()

/** Undeclared fields are dropped, and serialising twenty rows takes a third of JSON.stringify's time. */
export function compileSerialiser(call: Call): Serialiser {
  const schema = withoutUnions(z.toJSONSchema(call.output, { io: 'input', unrepresentable: 'throw' }))
  const stringify = fastJson({
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data: schema as object,
      errorCode: { type: 'integer' },
      message: { type: 'string' },
    },
    required: ['success', 'data', 'errorCode', 'message'],
  } as Parameters<typeof fastJson>[0])
  return (data) => stringify({ success: true, data, errorCode: 0, message: '' })
}

/**
 * `anyOf [T, null]` becomes `nullable T`, which the compiler writes inline instead of validating each branch at run
 * time; unknown meta fields are dropped.
 */
function withoutUnions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutUnions)
  if (typeof node !== 'object' || node === null) return node
  const source = node as Record<string, unknown>
  const { $schema: _, ...rest } = source
  const branches = rest.anyOf
  if (Array.isArray(branches) && branches.length === 2) {
    const other = branches.find((b) => (b as { type?: string }).type !== 'null')
    if (other !== undefined && branches.some((b) => (b as { type?: string }).type === 'null')) {
      const { anyOf: __, ...outside } = rest
      return { ...outside, ...(withoutUnions(other) as object), nullable: true }
    }
  }
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => key !== 'minimum' && key !== 'maximum' && key !== 'pattern' && key !== 'format')
      .map(([key, value]) => [key, withoutUnions(value)]),
  )
}
