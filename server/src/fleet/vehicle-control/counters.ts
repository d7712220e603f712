import { deviceRole } from '@cheyi/domain/fleet/vehicle-control/codes'
import { screen } from '../../kernel/screen.ts'
import { settingSql } from '../../platform/merchant/actions.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { leavingSoonSql } from './live.ts'

/**
 * Electric cars that are handed over within six hours with less charge than the merchant asks for; the list of cars has the same condition.
 * The devices of the few cars that leave are found together, and then those with little charge among them; nothing is read for a merchant
 * whose devices tell no charge.
 */
isCountedBySql<number>(
  'lowCharge',
  `with low as materialized (select l.device_id from device_live l
     where exists (select from charge_profile) and l.device_id = any (array(select m.id from device m where m.role = ${deviceRole.main} and m.vehicle_id = any (${leavingSoonSql})))
       and l.charge_pct < ${settingSql('pickupChargePct', 'null::jsonb')}),
   cars as materialized (select d.vehicle_id from device d where d.id = any (array(select device_id from low)))
   select to_json(count(*)) from vehicle v where v.id = any (array(select vehicle_id from cars))
     and ($1::bigint is null or v.home_store_id = $1 or v.current_store_id = $1)`,
  (count, storeId) => [
    {
      name: '低电量',
      count,
      link: screen('vehicle-control.list', { group: 'lowCharge', ...(storeId !== undefined && { storeId }) }),
    },
  ],
  { rare: true },
)
