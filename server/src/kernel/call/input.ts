import type { Call } from '@cheyi/contract/kernel/call'
import { Refusal } from '@cheyi/domain/refusal'
import { z } from 'zod'

/* Collects the input of a call from all parts of a request. */

/**
 * The call's own fields from the places where they may be, the first place with a value wins; other fields are ignored.
 * @throws Refusal badInput (-2) for a name with brackets that belongs to a field and could not be parsed
 */
export function inputOf(fields: readonly string[], places: readonly object[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const name of places.flatMap((place) => Object.keys(place))) {
    const field = name.slice(0, Math.max(0, name.indexOf('[')))
    if (fields.includes(field)) throw new Refusal('badInput', { 字段: `${name.slice(0, 60)}的写法无法识别`, field })
  }
  for (const name of fields) {
    const place = places.find((one) => Object.hasOwn(one, name))
    if (place !== undefined) input[name] = (place as Record<string, unknown>)[name]
  }
  return input
}

/** An array as body is the `list` of calls that process several items. */
export function asRecord(body: unknown): Record<string, unknown> {
  if (Array.isArray(body)) return { list: body }
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

z.config(z.locales.zhCN())

/** Parses the merged input. @throws Refusal badInput (-2): the first invalid field gives the message, all of them are in `data` */
export function decode(call: Call, given: Record<string, unknown>): unknown {
  const parsed = call.input.safeParse(given)
  if (parsed.success) return parsed.data
  // Unknown fields are reported first, because the client intended an effect.
  const unknownFirst = parsed.error.issues.toSorted(
    (one, other) => Number(other.code === 'unrecognized_keys') - Number(one.code === 'unrecognized_keys'),
  )
  const issues = unknownFirst.slice(0, 20).map((issue) => {
    if (issue.code !== 'unrecognized_keys') return { field: issue.path.join('.'), message: issue.message }
    const field = [...issue.path, issue.keys[0]!.slice(0, 60)].join('.')
    return { field, message: `没有「${field}」这个字段` }
  })
  const first = issues[0]!
  throw new Refusal('badInput', {
    字段: /[\u4e00-\u9fff]/.test(first.message) ? first.message : `${first.field}不正确`,
    field: first.field,
    issues,
  })
}
