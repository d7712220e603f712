import { source } from '@cheyi/domain/booking/order/codes'
import { modelStatus } from '@cheyi/domain/fleet/inventory/codes'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'

/**
 * Models `m` in use for which an order at some open store would have no deposits: neither the best matching rule (as
 * `depositPolicy` chooses it for sales of the shop itself) nor the model sets both. SQL condition; stores and rules are
 * read once (`offset 0`) and not for each model.
 */
export const withoutDepositsSql = `m.status = ${modelStatus.inUse} and (m.deposit_rent_fen is null or m.deposit_violation_fen is null) and exists (
  select from (select id from store where status = ${storeStatus.open} offset 0) s
    left join lateral (
      select d.rental_fen, d.violation_fen
        from (select * from deposit_policy where enabled and (source is null or source = ${source.offline}) offset 0) d
       where (d.store_id is null or d.store_id = s.id) and (d.model_id is null or d.model_id = m.id)
       order by num_nonnulls(d.model_id, d.store_id, d.source) desc, d.model_id nulls last, d.store_id nulls last
       limit 1) p on true
   where (coalesce(p.rental_fen, m.deposit_rent_fen) is null or coalesce(p.violation_fen, m.deposit_violation_fen) is null))`
