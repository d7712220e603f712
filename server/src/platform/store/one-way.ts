/** SQL: the names of both stores of an order `o` with another return store, as JSON; null for all others. */
export const oneWaySql = (o: string): string =>
  `case when ${o}.return_store_id <> ${o}.store_id then json_build_object(
     'from', (select e.name from store e where e.merchant_id = ${o}.merchant_id and e.id = ${o}.store_id),
     'to', (select e.name from store e where e.merchant_id = ${o}.merchant_id and e.id = ${o}.return_store_id)) end`
