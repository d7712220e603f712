import type { Call } from '@cheyi/contract/kernel/call'
import fc from 'fast-check'
import { z } from 'zod'

/*
 * Inputs that nobody thought of: what is well-formed by a call's schema and means nothing, and what is not even that.
 */

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly description?: string
}

/** Well-formed inputs of a call. `ids`: what it is likely to be about. */
export const wellFormedInput = (call: Call, ids: readonly string[], now: number): fc.Arbitrary<unknown> =>
  arbitraryOf(z.toJSONSchema(call.input, { io: 'output', unrepresentable: 'any' }) as Schema, ids, now)

function arbitraryOf(schema: Schema, ids: readonly string[], now: number): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => arbitraryOf(one, ids, now)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(inner))
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inner(one)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] })
    }
    case 'array':
      return fc.array(inner(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(4, schema.minItems ?? 0)),
      })
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return schema.description?.startsWith('Epoch') ? instants(now) : fc.integer(bounds(schema))
    case 'number':
      return schema.description?.startsWith('Epoch') ? instants(now) : fc.double({ ...bounds(schema), noNaN: true })
    case 'string':
      return textOf(schema, ids)
    default:
      return fc.constant(null)
  }
}

const bounds = ({ minimum, maximum }: Schema) => ({
  min: Math.max(minimum ?? -1000, -2_000_000_000),
  max: Math.min(maximum ?? 1_000_000, 2_000_000_000),
})

const DAY = 86_400_000
const instants = (now: number) =>
  fc.oneof(
    fc.integer({ min: -3 * 24, max: 60 * 24 }).map((hours) => now + (hours * DAY) / 24),
    fc.constantFrom(0, 60_000, now, now + 3650 * DAY, 4_102_444_800_000),
  )

function textOf({ pattern, format, minLength = 0, maxLength = 40 }: Schema, ids: readonly string[]) {
  if (format === 'date') return fc.constantFrom('2026-11-24', '1900-01-01', '9999-12-31', '2024-02-29')
  if (pattern?.includes('[1-9]\\d{0,18}'))
    return fc.oneof(fc.constantFrom(...ids), fc.constantFrom('0', '1', '9223372036854775807'))
  if (pattern?.includes('1[3-9]')) return fc.constantFrom('13912345678', '18621070937')
  const some = fc.constantFrom('周', 'a', "'", '"', '%', '_', '\\', '😀', '0', ' ', '<', '{', '[', '\u202e')
  return fc.string({ unit: some, minLength, maxLength: Math.min(maxLength, Math.max(minLength, 12)) })
}

/** Fields of the call with anything in them, or anything at all. */
export function malformed(call: Call): fc.Arbitrary<unknown> {
  const names = Object.keys((call.input as z.ZodObject).shape ?? {})
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      '',
      '[',
      '{',
      '[]',
      '{}',
      'null',
      '1e999',
      '-0',
      'NaN',
      '2026-11-24 25:61',
      '\u0000',
      'x'.repeat(5000),
    ),
    fc.integer(),
    fc.double(),
    fc.array(fc.constantFrom('1', 1, null, {}), { maxLength: 3 }),
  )
  const fields = fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor', 'merchantId'), anything, {
    maxKeys: 8,
  })
  return fc.oneof({ weight: 3, arbitrary: fields }, { weight: 1, arbitrary: fc.jsonValue() })
}
