/*
 * The log and the notices name the records that they are about by current data. How a record of a higher module is named is
 * registered by its feature.
 */

interface Naming {
  /** SQL: the data of the name as JSON, by an expression of the record's ID; null where it is not visible to the account. */
  readonly sql: (id: string) => string
  readonly text: (data: never, now: number) => string
}

const namings = new Map<string, Naming>()

/** @param type the type of the record as a target of the log */
export function recordsAreNamed<T>(
  type: string,
  naming: { readonly sql: Naming['sql']; readonly text: (data: T, now: number) => string },
): void {
  namings.set(type, naming)
}

/** Of a record that is named by {@link recordsAreNamed}: opaque to the reader of the row, who passes it to {@link nameOf}. */
export type NameData = object | string

export const nameSql = (type: string, id: string): string => namings.get(type)!.sql(id)

/** SQL: the data of the name of a record whose type is an expression too; null where no feature registered the type. */
export const nameOfAnySql = (type: string, id: string): string =>
  `case ${type} ${[...namings].map(([name, { sql }]) => `when '${name}' then ${sql(id)}`).join(' ')} end`

export const nameOf = (type: string, data: NameData, now: number): string => namings.get(type)!.text(data as never, now)
