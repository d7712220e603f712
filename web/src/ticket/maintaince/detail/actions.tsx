import { maintainceStatus } from '@cheyi/domain/ticket/codes'
import { isInHand, isOpenTicket } from '@cheyi/domain/ticket/kinds'
import { ticketMaintainceHandle } from '../../../form/calls/ticket-maintaince-handle.gen.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { choose } from '../../../page/choose.ts'
import { confirm } from '../../../page/confirm.ts'
import { open } from '../../../page/open.ts'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar, ActionIcon } from '../../../ui/frame/page-frame.tsx'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from './screen.tsx'

const s = maintainceStatus

/** What may be done with a ticket now: its next step, what stands beside it, and the rest behind 更多. */
export function Actions({ ticket }: { readonly ticket: Ticket }) {
  const mayCost = useMay('ticket.cost')
  const write = useWrite(calls.ticket.maintainceHandle)
  const { ticketId, version, status, cost } = ticket
  if (!isOpenTicket(ticket)) return null
  const approves = mayCost && cost?.awaits === true && !cost.own
  const handle = (act: 'edit' | 'send' | 'extend' | 'accept') => go(ticketScreens.maintainceHandle, { ticketId, act })
  async function approve() {
    const title = '审批报价'
    if (!(await confirm({ title, body: '审批后即可送修。', confirm: '同意' }))) return
    if (await write.run({ ticketId, version, action: 'approve' })) feedback.toast('已审批')
  }
  async function finish() {
    if (!(await confirm({ title: '确认完工', body: '维修厂已完工，等待验收？', confirm: '完工' }))) return
    if (await write.run({ ticketId, version, action: 'finish' })) feedback.toast('已完工，待验收')
  }
  const because = (action: 'reject' | 'cancel') => open(() => import('./reason-sheet.tsx'), { ticket, action })
  async function more() {
    const verbs = [
      { key: 'assign', label: ticket.assigneeId === null ? '派单' : '改派' },
      ...(mayCost && status !== s.checking ? [{ key: 'quote', label: '登记报价' }] : []),
      ...(mayCost ? [{ key: 'cost', label: '登记费用' }] : []),
      ...(status === s.checking ? [{ key: 'extend', label: '调整完工时间' }] : []),
      ...(status === s.checking ? [] : [{ key: 'cancel', label: '取消工单', danger: true }]),
    ]
    const verb = await choose('更多操作', verbs)
    if (verb === 'assign')
      await open(() => import('../../parts/assign-sheet.tsx'), { ticket, form: ticketMaintainceHandle })
    if (verb === 'quote') await open(() => import('./quote-sheet.tsx'), { ticket })
    if (verb === 'cost') await open(() => import('./cost-sheet.tsx'), { ticket })
    if (verb === 'extend') handle('extend')
    if (verb === 'cancel') await because('cancel')
  }
  return (
    <ActionBar>
      <ActionIcon icon="more" onClick={() => void more()}>
        更多
      </ActionIcon>
      {status === s.waiting && (
        <Button size="l" block onClick={() => handle('edit')}>
          修改
        </Button>
      )}
      {status === s.repairing && (
        <Button size="l" block onClick={() => handle('extend')}>
          延期
        </Button>
      )}
      {status === s.checking && (
        <Button size="l" block onClick={() => void because('reject')}>
          不通过
        </Button>
      )}
      {approves ? (
        <MainButton loading={write.pending} onClick={() => void approve()}>
          审批报价
        </MainButton>
      ) : status === s.waiting ? (
        <MainButton reason={ticket.awaitsApproval ? '报价待审批' : undefined} onClick={() => handle('send')}>
          送修
        </MainButton>
      ) : status === s.repairing ? (
        <MainButton
          reason={ticket.awaitsApproval ? '报价待审批' : undefined}
          loading={write.pending}
          onClick={() => void finish()}
        >
          完工
        </MainButton>
      ) : (
        isInHand(ticket) && <MainButton onClick={() => handle('accept')}>验收</MainButton>
      )}
    </ActionBar>
  )
}
