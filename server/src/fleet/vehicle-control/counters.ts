import { screen } from '../../kernel/screen.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { leavingLowSql } from './live.ts'

/** Electric cars that are handed over within six hours with too little charge; the list of cars has the same condition. */
isCountedBySql<number>(
  'lowCharge',
  `select to_json(count(*)) from vehicle v where v.id = any (${leavingLowSql})
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
