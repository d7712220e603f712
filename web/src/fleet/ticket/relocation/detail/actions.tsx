import { isOpenTicket, isWaiting } from '@cheyi/domain/fleet/ticket/kinds'
import { ticketRelocationHandle } from '../../../../form/calls/ticket-relocation-handle.gen.ts'
import { go } from '../../../../kernel/page/router.ts'
import { choose } from '../../../../page/choose.ts'
import { open } from '../../../../page/open.ts'
import { Button, MainButton } from '../../../../ui/button.tsx'
import { ActionBar, ActionIcon } from '../../../../ui/frame/page-frame.tsx'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from './screen.tsx'

/** Actions of a move. Only the store that the car leaves may start it; either store may end it. */
export function Actions({ ticket }: { readonly ticket: Ticket }) {
  const { ticketId, ends } = ticket
  if (!isOpenTicket(ticket)) return null
  const waits = isWaiting(ticket)
  const handle = (act: 'edit' | 'depart' | 'extend' | 'arrive') => go(ticketScreens.relocationHandle, { ticketId, act })
  const theirs = waits && !ends.from ? '由调出门店的员工处理' : undefined
  async function more() {
    const verb = await choose('更多操作', [
      { key: 'assign', label: ticket.assigneeId === null ? '派单' : '改派' },
      ...(theirs ? [] : [{ key: 'cancel', label: '取消工单', danger: true }]),
    ])
    if (verb === 'assign')
      await open(() => import('../../parts/assign-sheet.tsx'), { ticket, form: ticketRelocationHandle })
    if (verb === 'cancel') await open(() => import('./cancel-sheet.tsx'), { ticket })
  }
  return (
    <ActionBar>
      <ActionIcon icon="more" onClick={() => void more()}>
        更多
      </ActionIcon>
      {!theirs && (
        <Button size="l" block onClick={() => handle(waits ? 'edit' : 'extend')}>
          {waits ? '修改' : '延期'}
        </Button>
      )}
      <MainButton reason={theirs} onClick={() => handle(waits ? 'depart' : 'arrive')}>
        {waits ? '出发' : '到达'}
      </MainButton>
    </ActionBar>
  )
}
