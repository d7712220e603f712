import { isFirstPage, type PageAsk, paged, totalOf } from './db/paging.ts'

/** How one page of a list is made; rows and count are asked for at once. */
interface Listing<R, V> {
  /** In the order of the list, one more than the page holds. */
  readonly rows: PromiseLike<readonly R[]>
  /** How many there are in all; asked for with the first page only. */
  readonly count: () => Promise<number>
  /** Sort keys of a row, whole numbers. */
  readonly keys: (row: R) => readonly (string | number)[]
  /** A row as it is answered. */
  readonly view: (row: R) => V
}

/** What a list answers to one question. */
export async function listed<R, V>(ask: PageAsk, { rows, count, keys, view }: Listing<R, V>) {
  const [found, total] = await Promise.all([rows, isFirstPage(ask) ? count() : null])
  const page = paged(found, ask, keys)
  return { list: page.rows.map(view), nextCursor: page.nextCursor, ...totalOf(total) }
}
