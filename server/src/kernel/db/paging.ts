import { Refusal } from '@cheyi/domain/refusal'
import { END_OF_TIME } from '@cheyi/domain/time'

/*
 * Keyset paging of every list: the cursor contains the sort keys of the last shown row, so that inserted or deleted
 * rows neither shift the next page nor slow it down.
 */

/** The paging fields of a call. */
export interface PageAsk {
  readonly pageNum?: number
  readonly pageSize?: number
  readonly cursor?: string
}

/** Totals are counted up to here: larger ones are useless to users, and counting would cost more than the page. */
export const TOTAL_CAP = 10_000

const DEFAULT_SIZE = 20

export const pageSize = (ask: PageAsk): number => ask.pageSize ?? DEFAULT_SIZE

/** Rows to skip: only for tables with page numbers; scrolling lists send a cursor. */
export const offsetOf = (ask: PageAsk): number =>
  ask.cursor === undefined && ask.pageNum !== undefined ? (ask.pageNum - 1) * pageSize(ask) : 0

/** Totals and counts come with the first page only. */
export const isFirstPage = (ask: PageAsk): boolean => ask.cursor === undefined && (ask.pageNum ?? 1) === 1

/** The largest key of each kind: a row's id, an instant in ms (0 for none), a rank, sort number or flag. */
const largestKey = { id: 2n ** 63n - 1n, ms: BigInt(END_OF_TIME), int: 2n ** 31n - 1n } as const
export type CursorKey = keyof typeof largestKey

/**
 * The sort keys in a cursor by their kinds, whole numbers as text; null without a cursor.
 * @throws Refusal badInput (-2) for any other text
 */
export function cursorKeys(ask: PageAsk, ...kinds: readonly CursorKey[]): readonly string[] | null {
  if (ask.cursor === undefined) return null
  const keys = ask.cursor.split('.')
  const fits = (key: string, i: number) => /^\d{1,19}$/.test(key) && BigInt(key) <= largestKey[kinds[i]!]
  if (keys.length !== kinds.length || !keys.every(fits))
    throw new Refusal('badInput', { 字段: '翻页位置不正确', field: 'cursor' })
  return keys
}

/** Builds a page from rows that were queried with one more than its size. `keys` are a row's sort keys, whole numbers. */
export function buildPage<R>(
  rows: readonly R[],
  ask: PageAsk,
  keys: (row: R) => readonly (string | number)[],
): { readonly rows: readonly R[]; readonly nextCursor: string | null } {
  const size = pageSize(ask)
  if (rows.length <= size) return { rows, nextCursor: null }
  const shown = rows.slice(0, size)
  return { rows: shown, nextCursor: keys(shown[size - 1]!).join('.') }
}

/** A count in the answer; null where it was not requested. */
export const totalOf = (count: number | null): { readonly total: number | null; readonly totalCapped: boolean } => ({
  total: count === null ? null : Math.min(count, TOTAL_CAP),
  totalCapped: count !== null && count > TOTAL_CAP,
})
