declare const held: unique symbol

/** The type of a column without an enumeration, such as a jsonb. */
export interface Shape<T> {
  readonly [held]?: T
}

/** A type-only marker without a value at run time. */
export const shape = <T>(): Shape<T> => ({})
