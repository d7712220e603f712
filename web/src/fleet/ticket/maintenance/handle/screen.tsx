import { isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { maintenanceSteps } from '@cheyi/domain/fleet/ticket/maintenance'
import { can } from '@cheyi/domain/step'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { Page, page, useAnswers } from '../../../../page/page.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { ticketScreens } from '../../screens.ts'
import { ActForm } from './act-form.tsx'
import { EditForm } from './edit-form.tsx'

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
