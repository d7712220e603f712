import type { Sql } from '../../kernel/db/sql.ts'

/**
 * SQL of a join of the car `v` of each row `row`. With a keyword, which may be a plate, cars are found first. Without one the rows are found first,
 * in the order of their page, and the car of each is looked up: the planner, which knows no counts of one merchant, would otherwise begin
 * with the few cars and read the whole history of each. `offset 0` keeps it from doing so.
 */
export function joinCarSql(row: string, keyword: string): Sql {
  const on = `v.merchant_id = ${row}.merchant_id and v.id = ${row}.vehicle_id`
  const join =
    keyword === '' ? `join lateral (select * from vehicle v where ${on} offset 0) v on true` : `join vehicle v on ${on}`
  return join as Sql
}
