import { maintenanceSteps } from '@cheyi/domain/fleet/ticket/maintenance'
import { can } from '@cheyi/domain/step'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { page, useAnswers } from '../../../../page/page.tsx'
import { EditTicket, StepRefused } from '../../parts/ticket-form.tsx'
import { ticketScreens } from '../../screens.ts'
import { maintenanceForm } from '../form.tsx'
import { ActForm } from './act-form.tsx'

const titles = { edit: '修改维保单', send: '送修', extend: '调整完工时间', accept: '验收' } as const

/** Edits the plan of a ticket, or does its next step: sent to the garage, extended, accepted. */
export default page(ticketScreens.maintenanceHandle, ({ ticketId, act }) => {
  const [ticket] = useAnswers(ask(calls.ticket.maintenanceDetail, { ticketId }))
  const title = titles[act]
  if (!can(maintenanceSteps, act, ticket.status).ok) return <StepRefused ticket={ticket} title={title} />
  return act === 'edit' ? (
    <EditTicket key={ticket.version} form={maintenanceForm} ticket={ticket} title={title} />
  ) : (
    <ActForm key={ticket.version} ticket={ticket} act={act} title={title} />
  )
})
