import { type IllegalWaitFacts, waitsOf } from '@cheyi/domain/platform/waiting/illegal'
import { illegalGroups } from '@cheyi/domain/rental/violation/illegal'
import { sql } from '../../kernel/db/sql.ts'
import { type WaitingOf, waitsAreFound } from '../../platform/waiting/actions.ts'

/*
 * What waits about violations, as orders do it: whoever writes one says that this may change, and it is found last.
 */

type FactsRow = IllegalWaitFacts & Pick<WaitingOf, 'subjectId' | 'storeId' | 'returnStoreId' | 'createdBy'>

/** Of an order it is seen as that is; without one by the people of its store, and of no store (0) by those of all. */
const factsSql = sql<FactsRow>`select i.id as subject_id, i.status, i.deadline_at, i.handed_in_at,
    coalesce(o.store_id, i.store_id, 0) as store_id, coalesce(o.return_store_id, i.store_id, 0) as return_store_id,
    coalesce(o.created_by, 0) as created_by
  from illegal i left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id where i.id = any ($1::bigint[])`

/** Violations are of one kind. */
const KIND = 0

const { todo, running, toClose } = illegalGroups

waitsAreFound('illegal', {
  async finds({ query }, ids) {
    const rows = await query<FactsRow>(factsSql, [ids])
    return rows.flatMap(({ subjectId, storeId, returnStoreId, createdBy, ...facts }) =>
      waitsOf(facts).map((one) => ({ ...one, subjectId, orderKind: KIND, storeId, returnStoreId, createdBy })),
    )
  },
  candidates: sql`select i.id from illegal i where i.status in (${[...todo, ...running, ...toClose]})`,
})
