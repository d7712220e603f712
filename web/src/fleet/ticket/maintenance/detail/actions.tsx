import { maintenanceStatus } from '@cheyi/domain/fleet/ticket/codes'
import { isInHand, isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { ticketMaintenanceHandle } from '../../../../form/calls/ticket-maintenance-handle.gen.ts'
import { calls, useWrite } from '../../../../kernel/call/calls.ts'
import { feedback } from '../../../../kernel/call/feedback.ts'
import { go } from '../../../../kernel/page/router.ts'
import { useMay } from '../../../../kernel/user.ts'
import { choose } from '../../../../page/choose.ts'
import { confirm } from '../../../../page/confirm.ts'
import { open } from '../../../../page/open.ts'
import { Button, MainButton } from '../../../../ui/button.tsx'
import { ActionBar, ActionIcon } from '../../../../ui/frame/page-frame.tsx'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from './screen.tsx'

const s = maintenanceStatus

/** Actions that the account and the state of the ticket allow: the next step first, the rest behind 更多. */
export function Actions({ ticket }: { readonly ticket: Ticket }) {
  const mayCost = useMay('ticket.cost')
  const write = useWrite(calls.ticket.maintenanceHandle)
  const { ticketId, version, status, cost } = ticket
  const approves = mayCost && cost !== null && cost.asked !== null && !cost.own
  const bill = (of: Ticket) => open(() => import('./cost-sheet.tsx'), { ticket: of })
  const decide = () => void open(() => import('./decision-sheet.tsx'), { ticket })
  if (!isOpenTicket(ticket)) {
    if (!mayCost || cost === null) return null
    return (
      <ActionBar>
        {approves ? (
          <>
            <Button size="l" block onClick={() => void bill(ticket)}>
              更正费用
            </Button>
            <MainButton onClick={decide}>审批费用</MainButton>
          </>
        ) : (
          <MainButton onClick={() => void bill(ticket)}>{cost.rows.length === 0 ? '登记费用' : '更正费用'}</MainButton>
        )}
      </ActionBar>
    )
  }
  const handle = (act: 'edit' | 'send' | 'extend' | 'accept') => go(ticketScreens.maintenanceHandle, { ticketId, act })
  async function finish() {
    if (!(await confirm({ title: '确认完工', body: '维修厂已完工，等待验收？', confirm: '完工' }))) return
    const done = await write.run({ ticketId, version, action: 'finish' })
    if (!done) return
    feedback.toast('已完工，待验收')
    // The clerk who fetches the car often has the bill, so the costs can be entered directly afterwards.
    if (mayCost && cost?.rows.length === 0) await bill({ ...ticket, version: done.version })
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
      await open(() => import('../../parts/assign-sheet.tsx'), { ticket, form: ticketMaintenanceHandle })
    if (verb === 'quote') await open(() => import('./quote-sheet.tsx'), { ticket })
    if (verb === 'cost') await bill(ticket)
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
        <MainButton onClick={decide}>审批报价</MainButton>
      ) : status === s.waiting ? (
        <MainButton reason={ticket.awaitsApproval ? '报价待审批' : undefined} onClick={() => handle('send')}>
          送修
        </MainButton>
      ) : status === s.repairing ? (
        <MainButton loading={write.pending} onClick={() => void finish()}>
          完工
        </MainButton>
      ) : (
        isInHand(ticket) && <MainButton onClick={() => handle('accept')}>验收</MainButton>
      )}
    </ActionBar>
  )
}
