import type { Sql } from './sql.ts'

/**
 * A `with` item: the rows that a page names, each read once, in one walk of the index over the distinct ids, where a join
 * looks a row up anew for every row of the page that names it (two or three pages each).
 * @param ids places of the ids: a table of the statement and its columns
 */
export const namedRows = (name: string, columns: string, table: string, page: string, ...ids: string[]): Sql =>
  `${name} as materialized (select id, ${columns} from ${table}
    where id = any (array(${ids.map((id) => `select ${id} from ${page}`).join(' union ')})))` as Sql
