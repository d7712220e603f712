import { handoverType, recordVerify } from '@cheyi/domain/rental/pickup-return/codes'
import { sql } from 'kysely'
import type { Context } from '../../../kernel/context.ts'

/**
 * SQL: the customer of an order `o` has returned the car by self-service, and staff have neither reviewed nor settled it.
 * Time after that does not count as a delay by the customer.
 */
export const handedInSql = (o: string): string =>
  `exists (select from pickup_return_record b where b.order_id = ${o}.id and b.type = ${handoverType.return} and b.draft and not b.void
      and (b.verify = ${recordVerify.waiting} or b.handed_in_at is not null))`

/** The same for one order. */
export async function isHandedIn({ db }: Pick<Context, 'db'>, orderId: string): Promise<boolean> {
  const found = sql<{
    handedIn: boolean
  }>`select ${sql.raw(handedInSql('o'))} as handed_in from "order" o where o.id = ${orderId}`
  const { rows } = await found.execute(db)
  return rows[0]?.handedIn === true
}
