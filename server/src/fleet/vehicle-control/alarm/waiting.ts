import {
  type AlarmPendingFacts,
  COUNTED_LEVEL,
  pendingWorkOf,
  unhandledStates,
} from '@cheyi/domain/fleet/vehicle-control/alarm'
import { sql } from '../../../kernel/db/sql.ts'
import { screen } from '../../../kernel/screen.ts'
import { registerPendingWork, type WaitingOf } from '../../../platform/pending-work/actions.ts'

/*
 * Pending work about alarms: it belongs to the store where the car was when the alarm began.
 */

type FactsRow = AlarmPendingFacts & Pick<WaitingOf, 'subjectId' | 'storeId'>

const factsSql = sql<FactsRow>`select a.id as subject_id, a.state, a.level, a.store_id from alarm a
  where a.id = any ($1::bigint[]) and a.store_id is not null`

registerPendingWork('alarm', {
  async finds({ query }, ids) {
    const rows = await query<FactsRow>(factsSql, [ids])
    return rows.flatMap(({ subjectId, storeId, ...facts }) =>
      pendingWorkOf(facts).map((one) => ({
        ...one,
        subjectId,
        orderKind: 0,
        storeId,
        returnStoreId: storeId,
        createdBy: '0',
      })),
    )
  },
  counters: {
    alarm: {
      name: '未处理报警',
      link: ({ storeId }) => screen('vehicle-control.alarms', { level: COUNTED_LEVEL, ...(storeId && { storeId }) }),
    },
  },
  table: 'alarm',
  candidates: sql`select a.id from alarm a where a.state in (${[...unhandledStates]})`,
})
