import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { asksInstalments } from '@cheyi/domain/booking/order/steps'
import type { LocalDate } from '@cheyi/domain/time'
import { noDroppedDraft } from '../../../booking/order/tally.ts'
import { ticketsIn } from '../../../fleet/stock/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { talliesSql } from '../../../kernel/db/tallies.ts'

/** A stored sum, and the result of counting. */
export interface TallyDifference {
  readonly name: string
  readonly storeId: string | null
  readonly returnStoreId: string | null
  readonly kept: number
  readonly counted: number
}

const asking = orderStatuses.values.filter(asksInstalments).join(', ')

/**
 * Compares the sums of all visible stores with the rows that they summarize; there must be no difference, because triggers
 * maintain them.
 * @param since the first day whose billed sums are compared; by default all days
 */
export const tallyDifferences = (ctx: Pick<Context, 'query'>, since?: LocalDate): Promise<TallyDifference[]> =>
  ctx.query<TallyDifference>(
    `with kept as (select name, store_id, return_store_id, sum(n) as n from ${talliesSql} t
        ${since === undefined ? '' : `where not starts_with(name, 'billed ') or name >= 'billed ' || $1::text`} group by 1, 2, 3),
     counted as (
       select 'order ' || o.order_kind || ' ' || o.status as name, o.store_id, o.return_store_id, count(*) as n from "order" o
        where ${noDroppedDraft} group by 1, 2, 3
       union all
       select 'plan ' || o.order_kind || ' ' || case when o.instalments_overdue > 0 then '0' else to_char(o.next_due_on, 'YYYY-MM-DD') end,
           o.store_id, o.return_store_id, count(*) from "order" o
        where o.next_due_fen > 0 and o.next_due_on is not null and o.status in (${asking}) and ${noDroppedDraft} group by 1, 2, 3
       union all
       select 'billed ' || t.posted_on, o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
         from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
           join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
        where t.journal in (1, 3, 4, 5) ${since === undefined ? '' : 'and t.posted_on >= $1::date'} group by 1, 2, 3
       union all
       select 'garage ' || t.garage_id || ' open', t.store_id, t.store_id, count(*) from ticket t
        where t.garage_id is not null and (${ticketsIn('todo', 'running')}) group by 1, 2, 3
       union all
       select 'garage ' || t.garage_id || ' ' || date_part('year', coalesce((c ->> 'on')::date, t.inspected_on)), t.store_id, t.store_id,
           sum((c ->> 'amount')::bigint)
         from ticket t cross join jsonb_array_elements(t.costs) c
        where t.garage_id is not null and coalesce((c ->> 'on')::date, t.inspected_on) is not null group by 1, 2, 3)
     select coalesce(k.name, c.name) as name, coalesce(k.store_id, c.store_id) as store_id,
         coalesce(k.return_store_id, c.return_store_id) as return_store_id,
         coalesce(k.n, 0)::bigint as kept, coalesce(c.n, 0)::bigint as counted
       from kept k full join counted c on (k.name, coalesce(k.store_id, 0), coalesce(k.return_store_id, 0))
         = (c.name, coalesce(c.store_id, 0), coalesce(c.return_store_id, 0))
      where coalesce(k.n, 0) <> coalesce(c.n, 0) order by name`,
    since === undefined ? [] : [since],
  )
