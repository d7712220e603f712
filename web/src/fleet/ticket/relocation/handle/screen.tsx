import { relocationSteps } from '@cheyi/domain/fleet/ticket/relocation'
import { can } from '@cheyi/domain/step'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { page, useAnswers } from '../../../../page/page.tsx'
import { EditTicket, StepRefused } from '../../parts/ticket-form.tsx'
import { ticketScreens } from '../../screens.ts'
import { relocationForm } from '../form.tsx'
import { ActForm } from './act-form.tsx'

const titles = { edit: '修改调车单', depart: '出发', extend: '调整到达时间', arrive: '到达' } as const

/** Edits the plan of a move, or does its next step: departed, delayed, arrived. */
export default page(ticketScreens.relocationHandle, ({ ticketId, act }) => {
  const [ticket] = useAnswers(ask(calls.ticket.relocationDetail, { ticketId }))
  const title = titles[act]
  if (!can(relocationSteps, act, ticket.status).ok) return <StepRefused ticket={ticket} title={title} />
  const leaves = act === 'edit' || act === 'depart'
  if (leaves && !ticket.ends.from) return <StepRefused ticket={ticket} title={title} reason="由调出门店的员工处理" />
  return act === 'edit' ? (
    <EditTicket key={ticket.version} form={relocationForm} ticket={ticket} title={title} />
  ) : (
    <ActForm key={ticket.version} ticket={ticket} act={act} title={title} />
  )
})
