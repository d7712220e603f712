import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { lifecycle, runState } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { EXPIRY_WARN_DAYS } from '@cheyi/domain/fleet/inventory/papers'
import { screen } from '../../kernel/screen.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'

const isAsked = `v.lifecycle = ${lifecycle.inService} and ($1::bigint is null or v.home_store_id = $1 or v.current_store_id = $1)`

/**
 * Vehicles in service whose documents expire within the warning period, and those in turnaround between two rentals, by the same conditions
 * as the vehicle list. `waiting`: either of the two, each vehicle once. An array is read once; as a join the occupancies would be read for
 * each vehicle, since the planner expects one vehicle behind the condition on a store that may be null.
 */
const fleetSql = `select json_build_object('papers', count(*) filter (where of = 'papers'),
     'turnaround', count(*) filter (where of = 'turnaround'), 'waiting', count(distinct id))
   from (select 'papers' as of, v.id from vehicle v
       where ${isAsked} and v.papers_end_on <= ((select app_now()) at time zone 'Asia/Shanghai')::date + ${EXPIRY_WARN_DAYS}
     union all
     select 'turnaround', v.id from vehicle v where ${isAsked} and v.id = any (array(select c.vehicle_id from occupancy c
       where c.active and (c.order_status = ${orderStatus.returned} or c.kind = ${occupancyKind.stop} and c.ref_id = c.vehicle_id)
         and c.from_at <= (select app_now()) and c.to_at > (select app_now()) and c.to_at <= (select app_now()) + interval '1 day'))) v`

isCountedBySql<{ papers: number; turnaround: number; waiting: number }>(
  'papers',
  fleetSql,
  ({ papers, turnaround, waiting }) => [
    { name: '证件到期', count: papers, onScreen: waiting, link: screen('inventory.list', { expiry: 'any' }) },
    {
      code: 'turnaround',
      name: '整备中',
      count: turnaround,
      onScreen: waiting,
      link: screen('inventory.list', { runState: runState.turnaround }),
    },
  ],
)
