/*
 * The address as plain strings. Links come from the native shell, from SMS and QR codes, so `?orderId=9` must be
 * exactly that: nothing is guessed to be a number or JSON; the screen's readers parse each value.
 */

/** The query of an address: names and texts, the last value of a repeated name. */
export type RawSearch = Readonly<Record<string, string>>

/** What can be put into an address; lists are joined by commas, empty values are left out. */
export type SearchValue = string | number | boolean | null | undefined | readonly (string | number)[]

export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** `?a=1&b=2`, or nothing at all. `true` is written as 1; `false`, null, empty texts and lists are left out. */
export function stringifySearch(search: Readonly<Record<string, SearchValue>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === false) continue
    const text = value === true ? '1' : String(value)
    if (text !== '') params.set(name, text)
  }
  const query = params.toString()
  return query && `?${query}`
}

/** Parses one value of the address; called with undefined when the name is missing. */
export interface Reader<T, Required extends boolean = boolean> {
  readonly read: (raw: string | undefined) => T
  /** A required value identifies the page: another value is another page, a missing one is a broken link. */
  readonly required: Required
}

/** A link without a required value. Shown by the page's error block. */
export class BrokenLink extends Error {
  constructor(what: string) {
    super(`missing ${what} in the address`)
    this.name = 'BrokenLink'
  }
}

const optional = <T>(read: (raw: string | undefined) => T): Reader<T, false> => ({ read, required: false })

/** A required id: digits, as a string. */
export const id: Reader<string, true> = {
  required: true,
  read(raw) {
    if (raw === undefined || !/^\d{1,19}$/.test(raw)) throw new BrokenLink('id')
    return raw
  },
}

/** An optional id. */
export const maybeId = optional((raw) => (raw !== undefined && /^\d{1,19}$/.test(raw) ? raw : undefined))

/** A required name that identifies the page. */
export const named: Reader<string, true> = {
  required: true,
  read(raw) {
    if (!raw) throw new BrokenLink('name')
    return raw
  },
}

/** Any text; '' when missing. */
export const text = optional((raw) => raw ?? '')

/** A whole number; `missing` when it is absent or not a number. */
export const int = <D extends number | undefined>(missing: D) =>
  optional((raw): number | D => (raw !== undefined && /^-?\d{1,15}$/.test(raw) ? Number(raw) : missing))

/** `?flag=1`. */
export const flag = optional((raw) => raw === '1' || raw === 'true')

/** One of the listed words, or the first of them. */
export const oneOf = <const T extends string>(...words: readonly [T, ...T[]]) =>
  optional((raw): T => words.find((word) => word === raw) ?? words[0])

/** Comma-separated texts; [] when missing. */
export const many = optional((raw): readonly string[] => raw?.split(',').filter(Boolean) ?? [])

export type Readers = Readonly<Record<string, Reader<unknown>>>

export type ValuesOf<R extends Readers> = { readonly [K in keyof R]: ReturnType<R[K]['read']> }

type RequiredNames<R extends Readers> = { [K in keyof R]: R[K]['required'] extends true ? K : never }[keyof R]

/** The values that a link to a screen must have and may have. */
export type LinkOf<R extends Readers> = { readonly [K in RequiredNames<R>]: string } & {
  readonly [K in Exclude<keyof R, RequiredNames<R>>]?: SearchValue
}

/** Reads every value of a screen; throws {@link BrokenLink} when a required one is missing. */
export function readSearch<R extends Readers>(readers: R, raw: RawSearch): ValuesOf<R> {
  return Object.fromEntries(
    Object.entries(readers).map(([name, reader]) => [name, reader.read(raw[name])]),
  ) as ValuesOf<R>
}

/** The address after changes; empty values are removed. */
export function mergeSearch(raw: RawSearch, changes: Readonly<Record<string, SearchValue>>): RawSearch {
  return parseSearch(stringifySearch({ ...raw, ...changes }))
}
