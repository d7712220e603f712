import { isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { relocation, relocationSteps } from '@cheyi/domain/fleet/ticket/relocation'
import { can } from '@cheyi/domain/step'
import { ticketRelocationEdit } from '../../../../form/calls/ticket-relocation-edit.gen.ts'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { go } from '../../../../kernel/page/router.ts'
import { Page, page, useAnswers } from '../../../../page/page.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { CarLine } from '../../parts/car-line.tsx'
import { PlanPage } from '../../parts/plan-page.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { usePlanEntry } from '../../parts/use-plan-entry.ts'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from '../detail/screen.tsx'
import { PlanFields, planKey } from '../plan-fields.tsx'
import { ActForm } from './act-form.tsx'

const titles = { edit: '修改调车单', depart: '出发', extend: '调整到达时间', arrive: '到达' } as const

/** Edits the plan of a move, or does its next step: departed, delayed, arrived. */
export default page(ticketScreens.relocationHandle, ({ ticketId, act }) => {
  const [ticket] = useAnswers(ask(calls.ticket.relocationDetail, { ticketId }))
  const title = titles[act]
  const leaves = act === 'edit' || act === 'depart'
  const refusal = !can(relocationSteps, act, ticket.status).ok
    ? isOpenTicket(ticket)
      ? '当前工单状态不允许此操作'
      : '工单已完结'
    : leaves && !ticket.ends.from
      ? '由调出门店的员工处理'
      : undefined
  if (refusal)
    return (
      <Page title={title}>
        <Notice>{refusal}</Notice>
      </Page>
    )
  return act === 'edit' ? (
    <EditForm key={ticket.version} ticket={ticket} title={title} />
  ) : (
    <ActForm key={ticket.version} ticket={ticket} act={act} title={title} />
  )
})

/** Edits plan and details of a move that has not begun. */
function EditForm({ ticket, title }: { readonly ticket: Ticket; readonly title: string }) {
  const { ticketId, version, vehicleId, storeId, toStoreId, reason, mode, carrier, waybill, changeHome } = ticket
  const { planStart, planEnd, assigneeId, priority, remark } = ticket
  const entry = usePlanEntry(ticketRelocationEdit, {
    start: {
      ...{ ticketId, version, toStoreId, reason, mode, carrier, waybill, changeHome },
      ...{ planStart, planEnd, assigneeId, priority, remark },
    },
    plan: (value) => value,
    car: (value) => planKey(value, vehicleId),
    also: (value, forces) => planProblems(relocation, value, forces),
    said: '调车单已修改',
    onSent: () => go(ticketScreens.relocationDetail, { ticketId }, { replace: true }),
  })
  const { form, against, forces } = entry
  return (
    <PlanPage title={title} entry={entry} action="保存" verb="并保存">
      <CarLine ticket={ticket} />
      <PlanFields
        fields={form.fields}
        value={form.value}
        vehicleId={vehicleId}
        storeId={storeId}
        ticketId={ticketId}
        against={against}
        forces={forces}
      />
    </PlanPage>
  )
}
