import type { Rules } from '@cheyi/contract/kernel/form-table'
import { normalisePhone } from '@cheyi/domain/platform/check/mobile'
import { typedText } from '@cheyi/domain/typed-text'
import { type AnyCall, partsOf, type WireCall } from '../kernel/call/wire.ts'

/** Errors of an input, by the server's own paths: `brand`, `settings.graceMinutes`, `phones.1`. */
export type Problems = Readonly<Record<string, string>>

/** The input of a call while it is being filled in: null for an empty field. */
export type Typed<I> = { readonly [K in keyof I]-?: Frozen<Exclude<I[K], undefined>> | null }
/** The values that a form of a call may begin with. */
export type StartOf<C> = C extends FormCall<infer I, infer _O> ? Partial<Typed<I>> : never
type Frozen<V> = V extends readonly (infer E)[] ? readonly Whole<E>[] : Whole<V>
/** Inside a field no value is omitted. */
type Whole<V> = V extends readonly (infer E)[]
  ? Whole<E>[]
  : V extends object
    ? { [K in keyof V]-?: Whole<Exclude<V[K], undefined>> }
    : V

/**
 * A call that a form sends, with the rules of each field. The build generates both from the contract (calls/*.gen.ts),
 * so that labels, limits and messages are defined only there.
 */
export interface FormCall<I, O> {
  readonly call: AnyCall
  readonly fields: Fields
  /** Never set: carries the types. */
  readonly types?: (input: I) => O
}

export const formCall = <I, O>(call: WireCall<I, O>, fields: { readonly [K in keyof I]-?: Rules }): FormCall<I, O> => ({
  call: call as AnyCall,
  fields,
})

/** Name of the draft of a form on this phone; `id`: the record, or which new one. */
export const draftNameOf = ({ call }: Pick<FormCall<never, never>, 'call'>, id: string): string =>
  `${partsOf(call).path}:${id}`

export type Fields = Readonly<Record<string, Rules>>
type Inner = Readonly<Record<string, unknown>>

/** The rules of a field of the page that is not part of the call's input. */
export type Beside<V> = Rules & { readonly typed?: V }

/** A form with more fields than its call: a password typed again. Their errors come from `also`. */
export const asking = <I, O, M extends object>(
  { call, fields }: FormCall<I, O>,
  more: { readonly [K in keyof M]: Beside<M[K]> },
): FormCall<I & M, O> => ({
  call,
  fields: {
    ...fields,
    ...Object.fromEntries(Object.entries<Rules>(more).map(([name, rules]) => [name, { ...rules, unsent: true }])),
  },
})

/** The input that is sent: texts are trimmed, empty fields are omitted. */
export function sendable(fields: Fields, given: object): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const [name, rules] of Object.entries(fields)) {
    const value = (given as Inner)[name]
    if (!rules.unsent && value !== undefined && (value !== null || rules.none)) sent[name] = trimmed(rules, value)
  }
  return sent
}

function trimmed({ item, fields, exact, phone }: Rules, value: unknown): unknown {
  if (typeof value === 'string') return exact ? value : phone ? normalisePhone(value) : typedText(value)
  if (item && Array.isArray(value)) return value.map((one) => trimmed(item, one))
  return fields && value !== null ? sendable(fields, value as object) : value
}

/** Errors that the server would return for an input, by path, with the server's messages. */
export const problemsOf = (fields: Fields, input: object, within = ''): Problems =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([name, rules]) => problemsAt(within + name, rules, (input as Inner)[name])),
  )

function problemsAt(path: string, rules: Rules, value: unknown): Problems {
  if (value === null && rules.none) return {}
  if (isNothing(rules, value)) return rules.missing === undefined ? {} : { [path]: rules.missing }
  const wrong = wrongOf(rules, value)
  if (wrong !== undefined) return { [path]: wrong }
  const { item, fields } = rules
  if (item) return Object.assign({}, ...(value as unknown[]).map((one, at) => problemsAt(`${path}.${at}`, item, one)))
  return fields ? problemsOf(fields, value as object, `${path}.`) : {}
}

const isNothing = (rules: Rules, value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && trimmed(rules, value) === '')

function wrongOf(rules: Rules, value: unknown): string | undefined {
  const { int, min, max, match } = rules
  const size =
    typeof value === 'string'
      ? (trimmed(rules, value) as string).length
      : Array.isArray(value)
        ? value.length
        : (value as number | boolean)
  if (typeof size === 'number') {
    if (int !== undefined && typeof value === 'number' && !Number.isInteger(value)) return int
    if (min && size < min[0]) return min[1]
    if (max && size > max[0]) return max[1]
  }
  return match && !match[0].test(String(trimmed(rules, value)).trim()) ? match[1] : undefined
}
