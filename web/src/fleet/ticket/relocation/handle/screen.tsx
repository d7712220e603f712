import { isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { relocationSteps } from '@cheyi/domain/fleet/ticket/relocation'
import { can } from '@cheyi/domain/step'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { Page, page, useAnswers } from '../../../../page/page.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { ticketScreens } from '../../screens.ts'
import { ActForm } from './act-form.tsx'
import { EditForm } from './edit-form.tsx'

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
