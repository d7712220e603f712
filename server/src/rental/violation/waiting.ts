import { type ViolationGroup, violationGroups } from '@cheyi/domain/rental/violation/violation'
import { pendingWorkOf, type ViolationPendingFacts } from '@cheyi/domain/rental/violation/waiting'
import { sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { registerPendingWork, type ShownCounter, type WaitingOf } from '../../platform/pending-work/actions.ts'

/*
 * Pending work about violations, as for orders: each writer of a violation calls `pendingWorkChanges`, and the evaluation runs at
 * the end of the transaction.
 */

type FactsRow = ViolationPendingFacts & Pick<WaitingOf, 'subjectId' | 'storeId' | 'returnStoreId' | 'createdBy'>

/**
 * Pending work of a violation with an order has the visibility of the order. Without an order it is visible to the staff of
 * its store; without a store (0), to accounts for all stores.
 */
const factsSql = sql<FactsRow>`select i.id as subject_id, i.status, i.deadline_at, i.handed_in_at,
    coalesce(o.store_id, i.store_id, 0) as store_id, coalesce(o.return_store_id, i.store_id, 0) as return_store_id,
    coalesce(o.created_by, 0) as created_by
  from violation i left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id where i.id = any ($1::bigint[])`

/** Violations have only one subject kind. */
const KIND = 0

const { todo, running, toClose } = violationGroups

const list =
  (group?: ViolationGroup): ShownCounter['link'] =>
  ({ storeId }) =>
    screen('violation.list', { ...(group && { group }), ...(storeId && { storeId }) })

// The first tab of the list shows both kinds together.
const firstTab = { link: list(), together: ['violationMatch', 'violationTodo'] } as const

registerPendingWork('violation', {
  async finds({ query }, ids) {
    const rows = await query<FactsRow>(factsSql, [ids])
    return rows.flatMap(({ subjectId, storeId, returnStoreId, createdBy, ...facts }) =>
      pendingWorkOf(facts).map((one) => ({ ...one, subjectId, orderKind: KIND, storeId, returnStoreId, createdBy })),
    )
  },
  counters: {
    violationMatch: { name: '待匹配违章', ...firstTab },
    violationTodo: { name: '待处理违章', ...firstTab },
    violationClose: { name: '待结案违章', link: list('toClose'), together: ['violationClose'] },
  },
  table: 'violation',
  candidates: sql`select i.id from violation i where i.status in (${[...todo, ...running, ...toClose]})`,
})
