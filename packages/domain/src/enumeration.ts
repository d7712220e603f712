/** One value as `base/emun/list` returns it. */
export interface EnumItem {
  readonly name: string
  readonly value: number
}

type Table = Readonly<Record<string, readonly [number, string]>>

/** An enumeration, or the part of it that is offered. */
export interface Codes<V extends number> {
  readonly values: readonly V[]
  text(value: number): string
}

/** A closed list of numbered values: the number is sent and stored, code uses the key, users read the text. */
export interface Enumeration<T extends Table = Table> {
  /** Named constants, so that rules contain no numbers: `orderStatus.arranged` is 4. */
  readonly code: { readonly [K in keyof T]: T[K][0] }
  readonly values: readonly T[keyof T][0][]
  readonly items: readonly EnumItem[]
  /** The Chinese text; '' for a value outside the list, so that an old client shows nothing rather than a number. */
  text(value: number): string
  /** Adds texts for values outside the list, which a newer server sends; existing texts do not change. */
  learn(items: readonly EnumItem[]): void
}

export type CodeOf<E> = E extends Enumeration<infer T> ? T[keyof T][0] : never

/**
 * Declares an enumeration from `key: [value, Chinese text]`; `more` adds the values of another table. Throws on
 * load when a key, a number or a text is used twice.
 */
/* @__NO_SIDE_EFFECTS__ */
export function enumeration<const T extends Table, const M extends Table = Record<never, never>>(
  table: T,
  more?: M,
): Enumeration<T & M> {
  const rows = [...Object.entries(table), ...Object.entries(more ?? {})]
  const said = [rows.map(([key]) => key), rows.map(([, [value]]) => `${value}`), rows.map(([, [, text]]) => text)]
  for (const parts of said)
    for (const [at, part] of parts.entries()) if (parts.indexOf(part) < at) throw new Error(`${part} is said twice`)
  const texts = new Map<number, string>(rows.map(([, [value, text]]) => [value, text]))
  return {
    code: Object.fromEntries(rows.map(([key, [value]]) => [key, value])) as Enumeration<T & M>['code'],
    values: rows.map(([, [value]]) => value),
    items: rows.map(([, [value, name]]) => ({ name, value })),
    text: (value) => texts.get(value) ?? '',
    learn(items) {
      for (const { value, name } of items) if (!texts.has(value)) texts.set(value, name)
    },
  }
}
