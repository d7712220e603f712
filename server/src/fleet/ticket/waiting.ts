import { kindsOpenTo } from '@cheyi/domain/fleet/ticket/kinds'
import { pendingWorkOf, type TicketPendingFacts } from '@cheyi/domain/fleet/ticket/waiting'
import { accountStatus } from '@cheyi/domain/platform/account/codes'
import type { TicketCounter } from '@cheyi/domain/platform/todo/counters'
import { sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { registerPendingWork, type WaitingOf } from '../../platform/pending-work/actions.ts'
import { ticketsIn } from '../stock/actions.ts'

/*
 * Pending work about tickets, as for orders: each writer of a ticket marks it as changed, and it is computed at the
 * end.
 */

type FactsRow = TicketPendingFacts & Pick<WaitingOf, 'subjectId' | 'storeId' | 'returnStoreId' | 'createdBy'>

const factsSql = sql<FactsRow>`select t.id as subject_id, t.kind, t.store_id, coalesce(t.to_store_id, t.store_id) as return_store_id, t.created_by,
    t.status, t.plan_start, t.plan_end, t.due_on, t.created_at, t.assignee_id, t.asked_at, coalesce(t.quoted_by, t.created_by) as asked_by,
    coalesce(a.status <> ${accountStatus.enabled} or a.deleted_at is not null, false) as assignee_gone
  from ticket t left join account a on a.merchant_id = t.merchant_id and a.id = t.assignee_id where t.id = any ($1::bigint[])`

const counter = (name: string, waits: TicketCounter) => ({ name, link: () => screen('ticket.hub', { waits }) })

registerPendingWork('ticket', {
  async finds({ query }, ids) {
    const rows = await query<FactsRow>(factsSql, [ids])
    return rows.flatMap(({ subjectId, storeId, returnStoreId, createdBy, ...facts }) =>
      pendingWorkOf(facts).map((one) => ({
        ...one,
        subjectId,
        orderKind: facts.kind,
        storeId,
        returnStoreId,
        createdBy,
      })),
    )
  },
  kindsOpenTo,
  counters: {
    ticketDue: counter('今日工单', 'ticketDue'),
    ticketApprove: counter('审批报价', 'ticketApprove'),
    ticketAssign: counter('待派工单', 'ticketAssign'),
    ticketReassign: counter('改派工单', 'ticketReassign'),
  },
  table: 'ticket',
  candidates: sql`select t.id from ticket t where ${ticketsIn('todo', 'running')} or t.asked_at is not null`,
})
