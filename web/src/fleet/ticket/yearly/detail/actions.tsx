import { yearlyStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { ticketYearlyHandle } from '../../../../form/calls/ticket-yearly-handle.gen.ts'
import { useMay } from '../../../../kernel/user.ts'
import { choose } from '../../../../page/choose.ts'
import { open } from '../../../../page/open.ts'
import { Button, MainButton } from '../../../../ui/button.tsx'
import { ActionBar, ActionIcon } from '../../../../ui/frame/page-frame.tsx'
import type { Ticket } from './screen.tsx'

const s = yearlyStatuses.code

/** Actions that the account and the state of an inspection allow; each opens a sheet. */
export function Actions({ ticket }: { readonly ticket: Ticket }) {
  const mayRepair = useMay('ticket.maintenance')
  const { status, planEnd, repair, assigneeId } = ticket
  if (!isOpenTicket(ticket)) return null
  const goes = (act: 'start' | 'extend' | 'recheck' | 'repair') => open(() => import('./go-sheet.tsx'), { ticket, act })
  const because = (action: 'fail' | 'cancel') => open(() => import('./reason-sheet.tsx'), { ticket, action })
  async function more() {
    const verb = await choose('更多操作', [
      { key: 'assign', label: assigneeId === null ? '派单' : '改派' },
      ...(status !== s.waiting && planEnd !== null ? [{ key: 'extend', label: '调整完成时间' }] : []),
      { key: 'cancel', label: '取消工单', danger: true },
    ])
    if (verb === 'assign')
      await open(() => import('../../parts/assign-sheet.tsx'), { ticket, form: ticketYearlyHandle })
    if (verb === 'extend') await goes('extend')
    if (verb === 'cancel') await because('cancel')
  }
  return (
    <ActionBar>
      <ActionIcon icon="more" onClick={() => void more()}>
        更多
      </ActionIcon>
      {status === s.waiting && (
        <Button size="l" block onClick={() => void open(() => import('./plan-sheet.tsx'), { ticket })}>
          {ticket.planStart === null ? '预约' : '修改'}
        </Button>
      )}
      {status === s.running && (
        <Button size="l" block onClick={() => void because('fail')}>
          不合格
        </Button>
      )}
      {status === s.again && mayRepair && !repair?.open && (
        <Button size="l" block onClick={() => void goes('repair')}>
          转维保
        </Button>
      )}
      {status === s.waiting &&
        (ticket.rentedUntil === null ? (
          <MainButton onClick={() => void goes('start')}>开始办理</MainButton>
        ) : (
          <Button size="l" block onClick={() => void goes('start')}>
            开始办理
          </Button>
        ))}
      {status === s.running && (
        <MainButton onClick={() => void open(() => import('./pass-sheet.tsx'), { ticket })}>合格</MainButton>
      )}
      {status === s.again && <MainButton onClick={() => void goes('recheck')}>复检</MainButton>}
    </ActionBar>
  )
}
