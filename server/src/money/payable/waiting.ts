import { type PayableState, payableState, type RunState, runState } from '@cheyi/domain/money/payable/codes'
import { billPendingWork, runPendingWork } from '@cheyi/domain/money/payable/waiting'
import type { LocalDate } from '@cheyi/domain/time'
import { sql } from '../../kernel/db/sql.ts'
import { screen } from '../../kernel/screen.ts'
import { registerPendingWork, type ShownCounter } from '../../platform/pending-work/actions.ts'

/* Pending work about bills and payment runs: each step of one calls `pendingWorkChanges`. */

/** Bills and runs are of no store, so that only accounts for all stores see them, and have only one subject kind. */
const place = { orderKind: 0, storeId: '0', returnStoreId: '0', createdBy: '0' } as const

interface BillFacts {
  readonly subjectId: string
  readonly state: PayableState
  readonly dueOn: LocalDate
  readonly leftFen: number
  readonly posted: boolean
}
const billFactsSql = sql<BillFacts>`select b.id as subject_id, b.state, b.due_on, b.fen - b.paid_fen as left_fen, b.posted
  from payable_bill b where b.id = any ($1::bigint[])`

interface RunFacts {
  readonly subjectId: string
  readonly state: RunState
  readonly fen: number
  readonly submittedBy: string | null
}
const runFactsSql = sql<RunFacts>`select r.id as subject_id, r.state, r.fen, r.submitted_by from payment_run r where r.id = any ($1::bigint[])`

registerPendingWork('payableBill', {
  async finds({ query }, ids) {
    const rows = await query<BillFacts>(billFactsSql, [ids])
    return rows.flatMap(({ subjectId, ...facts }) =>
      billPendingWork(facts).map((one) => ({ ...one, subjectId, ...place })),
    )
  },
  counters: {
    payableDue: {
      name: '7天内到期账单',
      link: () => screen('payable.bills', {}),
      money: true,
      together: ['payableDue'],
    },
  },
  table: 'payable_bill',
  candidates: sql`select b.id from payable_bill b where b.posted and b.state = ${payableState.open}`,
})

const runsIn =
  (state: RunState): ShownCounter['link'] =>
  () =>
    screen('payable.runs', { state: String(state) })

const { submitted, approved } = runState

registerPendingWork('paymentRun', {
  async finds({ query }, ids) {
    const rows = await query<RunFacts>(runFactsSql, [ids])
    return rows.flatMap(({ subjectId, ...facts }) =>
      runPendingWork(facts).map((one) => ({ ...one, subjectId, ...place })),
    )
  },
  counters: {
    runApproval: { name: '待审批付款批次', link: runsIn(submitted), money: true, together: ['runApproval'] },
    runPayment: { name: '待付款批次', link: runsIn(approved), money: true, together: ['runPayment'] },
  },
  table: 'payment_run',
  candidates: sql`select r.id from payment_run r where r.state in (${[submitted, approved]})`,
})
