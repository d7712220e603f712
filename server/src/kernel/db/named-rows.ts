import type { Sql } from './sql.ts'

/**
 * A `with` item that reads each row named by a page once, by one index scan over the distinct ids; a join would look a
 * row up for every row of the page that names it (two or three buffers each).
 * @param ids sources of the ids: a table of the statement and its columns
 */
export const namedRows = (name: string, columns: string, table: string, page: string, ...ids: string[]): Sql =>
  `${name} as materialized (select id, ${columns} from ${table}
    where id = any (array(${ids.map((id) => `select ${id} from ${page}`).join(' union ')})))` as Sql
