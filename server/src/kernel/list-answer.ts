import { buildPage, isFirstPage, type PageAsk, totalOf } from './db/paging.ts'

/** The queries of one page of a list; rows and count are read at once. */
interface Listing<R, V> {
  /** In the order of the list, one more than the page size. */
  readonly rows: PromiseLike<readonly R[]>
  /** The total; only queried for the first page. Absent for a list whose total tells nobody anything. */
  readonly count?: () => Promise<number>
  /** Sort keys of a row, whole numbers. */
  readonly keys: (row: R) => readonly (string | number)[]
  /** Converts a row for the answer. */
  readonly view: (row: R) => V
}

/** The answer of a list. */
export async function listAnswer<R, V>(ask: PageAsk, { rows, count, keys, view }: Listing<R, V>) {
  const [found, total] = await Promise.all([rows, isFirstPage(ask) && count ? count() : null])
  const page = buildPage(found, ask, keys)
  return { list: page.rows.map(view), nextCursor: page.nextCursor, ...totalOf(total) }
}
