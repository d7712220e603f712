import { normalisePlate } from '@cheyi/domain/platform/check/plate'

declare const rows: unique symbol
/** SQL text of a statement, or of a part of one; `Row` is the type of its rows. */
export type Sql<Row = unknown> = string & { readonly [rows]: Row }

/**
 * SQL text with named codes: a number is written as a literal, a list of numbers as the content of `in (…)`, another
 * part unchanged. Literals instead of parameters, because a partial index, and the estimate of a prepared plan, depend
 * on the value. Text of a user does not compile here: it must be a parameter.
 * @throws Error for an empty list, which `in ()` does not allow
 */
export const sql = <Row>(texts: TemplateStringsArray, ...parts: readonly (number | readonly number[] | Sql)[]) =>
  String.raw({ raw: texts }, ...parts.map(literal)) as Sql<Row>

function literal(part: number | readonly number[] | Sql): string {
  if (!Array.isArray(part)) return String(part)
  if (part.length === 0) throw new Error('a list of codes is empty')
  return part.join(', ')
}

/**
 * SQL of the rows of a query, in parentheses, that are read once before they are joined to: where most of them are wanted, and the planner,
 * which expects few, would look them up one by one.
 */
export const readOnce = (select: string): Sql => `(with x as materialized (${select}) select * from x)` as Sql

/** The parameters of a statement whose conditions are chosen at run time; `bind` appends a value and returns its placeholder. */
export function parameters() {
  const values: unknown[] = []
  return { values, bind: (value: unknown) => `$${values.push(value)}` }
}
/** Appends a value to the parameters of a statement, and returns its placeholder. */
export type Bind = ReturnType<typeof parameters>['bind']

/** Pattern of `like` for values that contain this text. */
export const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Pattern of `like` for plates that contain what was typed, in the form in which plates are stored: screens print a dot in them, and people
 * type blanks, small and full-width letters. Something that is no part of a plate finds none.
 */
export const likePlate = (typed: string) => like(normalisePlate(typed) || typed)
