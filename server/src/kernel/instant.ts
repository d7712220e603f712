/** Parses PostgreSQL's timestamptz text in UTC (`2026-11-20 02:00:00.123+00`): the connection sets TimeZone=UTC. */
export function parsePgTimestamp(text: string): Date {
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

/** Epoch milliseconds of a row's instant. */
export const ms = (value: Date): number => value.getTime()
export const msOrNull = (value: Date | null): number | null => (value === null ? null : value.getTime())
/** An instant (epoch ms) as a query parameter or column value. */
export const at = (instant: number): Date => new Date(instant)
export const atOrNull = (instant: number | null | undefined): Date | null =>
  instant === null || instant === undefined ? null : new Date(instant)

/** The open end of an interval that has none, as stored and as epoch ms. */
export const FOREVER = Date.UTC(9999, 11, 31)
