import { openDamageStatuses } from '@cheyi/domain/rental/damage/claim'
import { type BrokenPart, registerBrokenParts } from '../../fleet/inventory/actions.ts'
import { registerDamageCases } from '../../fleet/ticket/actions.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as store from './store.ts'

/**
 * Damage marks of the last handover or return of the car, with the charge for each, and parts of open damage cases;
 * those of orders that the caller does not see have no order.
 */
registerBrokenParts((ctx, vehicleId) =>
  ctx.query(
    sql<BrokenPart>`select mark ->> 'part' as part, (mark ->> 'kind')::int as kind, (mark ->> 'amount')::bigint as charged, null::smallint as status, o.id as order_id, o.order_kind, r.at
       from (select c.damage_marks, c.order_id, c.at from pickup_return_record c
              where c.vehicle_id = $1 and not c.draft and not c.void order by c.at desc limit 1) r
         cross join jsonb_array_elements(r.damage_marks) mark left join "order" o on o.id = r.order_id
     union all
     select part ->> 'part', (part ->> 'kind')::int, null, d.status, o.id, o.order_kind, d.created_at
       from damage_order d cross join jsonb_array_elements(d.damaged_parts) part left join "order" o on o.id = d.order_id
      where d.vehicle_id = $1 and d.status in (${openDamageStatuses})`,
    [vehicleId],
  ),
)

registerDamageCases({ read: store.ofRepair, lock: store.lockForRepair })
