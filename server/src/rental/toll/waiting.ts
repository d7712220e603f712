import { tollStatus } from '@cheyi/domain/rental/toll/codes'
import { tollPendingWork } from '@cheyi/domain/rental/toll/waiting'
import { sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { registerClosingPoint } from '../../money/closing/actions.ts'
import { registerPendingWork, type WaitingOf } from '../../platform/pending-work/actions.ts'

/* Pending work about lines of bills: each writer of a line calls `pendingWorkChanges`. */

type FactsRow = Pick<WaitingOf, 'subjectId' | 'storeId' | 'returnStoreId' | 'createdBy'> & {
  readonly status: number
  readonly fen: number
}

/** Visible like a violation: with its order, else to the staff of its store; without a store (0), to accounts for all stores. */
const factsSql = sql<FactsRow>`select l.id as subject_id, l.status, l.fen, coalesce(o.store_id, l.store_id, 0) as store_id,
    coalesce(o.return_store_id, l.store_id, 0) as return_store_id, coalesce(o.created_by, 0) as created_by
  from toll_line l left join "order" o on o.merchant_id = l.merchant_id and o.id = l.order_id where l.id = any ($1::bigint[])`

/** Lines have only one subject kind. */
const KIND = 0

registerPendingWork('toll', {
  async finds({ query }, ids) {
    const rows = await query<FactsRow>(factsSql, [ids])
    return rows.flatMap(({ subjectId, storeId, returnStoreId, createdBy, ...facts }) =>
      tollPendingWork(facts).map((one) => ({ ...one, subjectId, orderKind: KIND, storeId, returnStoreId, createdBy })),
    )
  },
  counters: {
    tollMatch: {
      name: '待匹配账单',
      link: ({ storeId }) => screen('toll.list', { group: 'unmatched', ...(storeId && { storeId }) }),
      together: ['tollMatch'],
    },
    tollCharge: {
      name: '待收过路停车费',
      link: ({ storeId }) => screen('toll.due', { ...(storeId && { storeId }) }),
      together: ['tollCharge'],
    },
    tollReturn: {
      name: '待退过路停车费',
      link: ({ storeId }) => screen('toll.list', { group: 'toReturn', ...(storeId && { storeId }) }),
      together: ['tollReturn'],
    },
  },
  table: 'toll_line',
  candidates: sql`select l.id from toll_line l where l.status in (${[tollStatus.unmatched, tollStatus.toCharge, tollStatus.toReturn]})`,
})

registerClosingPoint('openTolls', {
  name: '过路停车账单未处理',
  hint: '匹配订单，向客户收取或退还',
  count: `select count(*) from toll_line where status in (${[tollStatus.unmatched, tollStatus.toCharge, tollStatus.toReturn].join(', ')})
     and out_at < ($2::date::timestamp at time zone 'Asia/Shanghai')`,
  link: () => screen('toll.list', {}),
})
