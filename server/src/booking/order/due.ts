/** SQL: the debt of an order `o`, fen (`dueFen`); a negative value is the part of its credit that can be refunded. */
export const dueSql = (o: string): string => `(${o}.owed_fen + ${o}.refunding_fen)`

/** SQL: when the business of the order `o` ended: it was settled, cancelled or returned; a running one: its booking. */
export const endedAtSql = (o: string): string =>
  `coalesce(${o}.settled_at, ${o}.cancelled_at, ${o}.actual_return_at, ${o}.created_at)`
