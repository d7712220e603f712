import { type Sql, sql } from '../../kernel/db/sql.ts'

/** Stores the trip of a quote in a setting of the transaction, as a column of the statement that takes the quote. */
export const keepsTrip = sql`set_config('app.trip', inputs ->> 'trip', true) is not null as kept`

/** SQL: a number of the trip whose quote an earlier statement of this transaction took; null if there was no quote. */
export const takenTrip = (name: 'storeId' | 'returnStoreId' | 'modelId' | 'source' | 'pickupAt'): Sql =>
  `(select (nullif(current_setting('app.trip', true), '')::jsonb ->> '${name}')::bigint)` as Sql
