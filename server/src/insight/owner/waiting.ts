import { type OwnerStatementState, ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import { statementPendingWork } from '@cheyi/domain/insight/owner/waiting'
import { daysOf } from '@cheyi/domain/money/closing/month'
import { sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { registerClosingPoint } from '../../money/closing/actions.ts'
import { registerPendingWork, type ShownCounter, type WaitingOf } from '../../platform/pending-work/actions.ts'

/* Pending work about statements of owners: each step of a statement calls `pendingWorkChanges`. */

type FactsRow = Pick<WaitingOf, 'subjectId'> & { readonly state: OwnerStatementState; readonly due: number }

const factsSql = sql<FactsRow>`select s.id as subject_id, s.state, s.carried_fen + s.owner_fen + s.correction_fen as due
  from owner_statement s where s.id = any ($1::bigint[])`

/** Statements are of no store, so that only accounts for all stores see them, and have only one subject kind. */
const place = { orderKind: 0, storeId: '0', returnStoreId: '0', createdBy: '0' } as const

const list =
  (state: OwnerStatementState): ShownCounter['link'] =>
  () =>
    screen('owner.statements', { state: String(state) })

const { objected, confirmed } = ownerStatementState

registerPendingWork('ownerStatement', {
  async finds({ query }, ids) {
    const rows = await query<FactsRow>(factsSql, [ids])
    return rows.flatMap(({ subjectId, ...facts }) =>
      statementPendingWork(facts).map((one) => ({ ...one, subjectId, ...place })),
    )
  },
  counters: {
    ownerObjection: { name: '车主异议', link: list(objected), together: ['ownerObjection'] },
    ownerPay: { name: '待付车主款', link: list(confirmed), money: true, together: ['ownerPay'] },
  },
  table: 'owner_statement',
  candidates: sql`select s.id from owner_statement s where s.state in (${[objected, confirmed]})`,
})

// While no statement of the last month was made at all, every owner with an agreement waits for one; later, an owner without any has no content.
registerClosingPoint('unsentOwnerStatements', {
  name: '车主结算单未发送',
  hint: '生成并核对后发给车主；未确认的按草稿计提',
  count: `select (select count(*) from owner_statement where state in (${ownerStatementState.draft}, ${objected}) and month < $2::date)
     + case when exists (select from owner_statement where month = ($2::date - interval '1 month')::date) then 0 else
         (select count(distinct owner_id) from owner_agreement
           where from_on < $2::date and coalesce(to_on, 'infinity') >= ($2::date - interval '1 month')::date) end`,
  link: ({ month }) => screen('owner.statements', { month: daysOf(month)[0] }),
})
