import { isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { maintenance, maintenanceSteps } from '@cheyi/domain/fleet/ticket/maintenance'
import { can } from '@cheyi/domain/step'
import { ticketMaintenanceEdit } from '../../../../form/calls/ticket-maintenance-edit.gen.ts'
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
import { PlanFields } from '../plan-fields.tsx'
import { ActForm } from './act-form.tsx'

const titles = { edit: '修改维保单', send: '送修', extend: '调整完工时间', accept: '验收' } as const

/** Edits the plan of a ticket, or does its next step: sent to the garage, extended, accepted. */
export default page(ticketScreens.maintenanceHandle, ({ ticketId, act }) => {
  const [ticket] = useAnswers(ask(calls.ticket.maintenanceDetail, { ticketId }))
  const title = titles[act]
  const { status } = ticket
  if (!can(maintenanceSteps, act, status).ok)
    return (
      <Page title={title}>
        <Notice>{isOpenTicket(ticket) ? '当前工单状态不允许此操作' : '工单已完结'}</Notice>
      </Page>
    )
  return act === 'edit' ? (
    <EditForm key={ticket.version} ticket={ticket} title={title} />
  ) : (
    <ActForm key={ticket.version} ticket={ticket} act={act} title={title} />
  )
})

/** Edits plan and details of a ticket that has not begun. */
function EditForm({ ticket, title }: { readonly ticket: Ticket; readonly title: string }) {
  const { ticketId, version, vehicleId, storeId, type, items, planStart, planEnd, garageId } = ticket
  const { assigneeId, priority, remark } = ticket
  const entry = usePlanEntry(ticketMaintenanceEdit, {
    start: {
      ...{ ticketId, version, type, items, planStart, planEnd, garageId, assigneeId, priority, remark },
      quote: ticket.cost?.quote ?? null,
    },
    plan: (value) => value,
    also: (value, forces) => planProblems(maintenance, value, forces),
    said: '维保单已修改',
    onSent: () => go(ticketScreens.maintenanceDetail, { ticketId }, { replace: true }),
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
        garage={{ garageId, name: ticket.garageName }}
        ticketId={ticketId}
        against={against}
        forces={forces}
      />
    </PlanPage>
  )
}
