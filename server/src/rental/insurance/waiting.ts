import {
  type InsuranceGroup,
  type InsurancePendingFacts,
  insuranceGroups,
  pendingWorkOf,
} from '@cheyi/domain/rental/insurance/insurance-case'
import { sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { registerPendingWork, type ShownCounter, type WaitingOf } from '../../platform/pending-work/actions.ts'

/*
 * Pending work about insurance cases: each writer of a case calls `pendingWorkChanges`. A case has the visibility of its order, and without
 * one that of its store.
 */

type FactsRow = InsurancePendingFacts & Pick<WaitingOf, 'subjectId' | 'storeId' | 'returnStoreId' | 'createdBy'>

const factsSql = sql<FactsRow>`select i.id as subject_id, i.status, i.occur_at, i.reported_at, i.assessed_at, i.submitted_at,
    coalesce(o.store_id, i.store_id) as store_id, coalesce(o.return_store_id, i.store_id) as return_store_id, coalesce(o.created_by, 0) as created_by
  from insurance_case i left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id where i.id = any ($1::bigint[])`

/** Cases have only one subject kind. */
const KIND = 0

const list =
  (group?: InsuranceGroup): ShownCounter['link'] =>
  ({ storeId }) =>
    screen('insurance.list', { ...(group && { group }), ...(storeId && { storeId }) })

const { report, running, money, toClose } = insuranceGroups

registerPendingWork('insurance', {
  async finds({ query }, ids) {
    const rows = await query<FactsRow>(factsSql, [ids])
    return rows.flatMap(({ subjectId, storeId, returnStoreId, createdBy, ...facts }) =>
      pendingWorkOf(facts).map((one) => ({ ...one, subjectId, orderKind: KIND, storeId, returnStoreId, createdBy })),
    )
  },
  counters: {
    insuranceReport: { name: '待报案事故', link: list('report') },
    insuranceTodo: { name: '待跟进保险', link: list() },
  },
  table: 'insurance_case',
  candidates: sql`select i.id from insurance_case i where i.status in (${[...report, ...running, ...money, ...toClose]})`,
})
