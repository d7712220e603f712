import type { MoneyChecks } from '../../money/payment/check/actions.ts'
import { incomes } from './store.ts'

/** The income of each order in a closed month: what the figures and cars have of it, and the ledger. */
export const figureChecks: MoneyChecks = {
  whole: [
    `select c.merchant_id, o.order_no, to_char(c.month, 'YYYY-MM') || ' 数据概览和车辆收益与账簿的收入不一致', coalesce(x.told, 0), coalesce(x.posted, 0)
     from closed_month c
       join figure_state s on s.merchant_id = c.merchant_id and s.filling is null and s.by_car and s.kept_to >= (c.month + interval '1 month')::date - 1
       cross join lateral (select order_id, sum(told) as told, sum(posted) as posted from (
           select f.order_id, f.rent_fen + f.service_fen + f.other_fen as told, 0 as posted from figure_car_order f
            where f.merchant_id = c.merchant_id and f.month = c.month
           union all select e.order_id, 0, e.credit_fen - e.debit_fen from ledger_entry e
            where e.merchant_id = c.merchant_id and e.order_id is not null and e.account in (${incomes})
              and e.posted_on >= c.month and e.posted_on < (c.month + interval '1 month')::date) y group by order_id) x
       left join "order" o on o.merchant_id = c.merchant_id and o.id = x.order_id
     where x.told <> x.posted`,
  ],
}
