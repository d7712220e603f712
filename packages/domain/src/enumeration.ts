/** One choice as `base/emun/list` serves it. */
export interface EnumItem {
  readonly name: string
  readonly value: number
}

type Table = Readonly<Record<string, readonly [number, string]>>

/** An enumeration, or what of one is offered: its values and their names. */
export interface Codes<V extends number> {
  readonly values: readonly V[]
  text(value: number): string
}

/** A closed list of numbered values: the number travels, code writes the name, people read the text. */
export interface Enumeration<T extends Table = Table> {
  /** Named constants, so that no number is ever written in a rule: `orderStatus.arranged` is 4. */
  readonly code: { readonly [K in keyof T]: T[K][0] }
  readonly values: readonly T[keyof T][0][]
  readonly items: readonly EnumItem[]
  /** The Chinese text; empty for a value outside the list, so that an old client shows nothing rather than a number. */
  text(value: number): string
  /** Names values outside the list from now on, as a later server does; those of the list keep their text. */
  learn(items: readonly EnumItem[]): void
}

export type CodeOf<E> = E extends Enumeration<infer T> ? T[keyof T][0] : never

/**
 * Declares an enumeration from `name in code: [value, Chinese text]`; `more` goes on with those of another one. It does not
 * load when a name, a number or a text is said twice.
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
