import { sql } from './sql.ts'

/**
 * SQL of the sums that triggers keep and the account sees, to select from: `name`, `store_id`, `return_store_id`, `n`. A sum may be the
 * total of several rows: a timer adds the rows of `tally_change` to those of `tally`.
 */
export const talliesSql = sql`(select name, store_id, return_store_id, n from tally
  union all select name, store_id, return_store_id, n from tally_change)`
