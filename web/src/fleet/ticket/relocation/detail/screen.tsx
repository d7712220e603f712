import { relocationModes, relocationReasons } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenTicket, isWaiting } from '@cheyi/domain/fleet/ticket/kinds'
import { formatKm } from '@cheyi/domain/length'
import { formatMoment } from '@cheyi/domain/near'
import { ticketRelocationHandle } from '../../../../form/calls/ticket-relocation-handle.gen.ts'
import { ask, calls, type OutputOf } from '../../../../kernel/call/calls.ts'
import { useNow } from '../../../../kernel/now.ts'
import { go } from '../../../../kernel/page/router.ts'
import { choose, open } from '../../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../../page/page.tsx'
import { ActionBar, ActionIcon } from '../../../../ui/frame/page-frame.tsx'
import { Timeline } from '../../../../ui/frame/steps.tsx'
import { Button, Card, MainButton } from '../../../../ui/layout.tsx'
import { TicketPage } from '../../parts/ticket-page.tsx'
import { ticketScreens } from '../../screens.ts'

export type Ticket = OutputOf<typeof calls.ticket.relocationDetail>

/** One move of a car between two stores. */
export default page(ticketScreens.relocationDetail, ({ ticketId }) => {
  const asked = ask(calls.ticket.relocationDetail, { ticketId })
  const [ticket] = useAnswers(asked)
  return (
    <TicketPage
      ticket={ticket}
      onRefresh={() => refresh(asked)}
      footer={<Actions ticket={ticket} />}
      lead={<Way ticket={ticket} />}
      facts={factsOf(ticket)}
      ends={['出发', '到达']}
      storeName={ticket.end === null ? ticket.storeName : ticket.toStoreName}
    />
  )
})

/** Route of a move: planned or actual times and the readings of the car at both ends. */
function Way({ ticket }: { readonly ticket: Ticket }) {
  const now = useNow()
  const { storeName, toStoreName, start, end, planStart, planEnd, actualStart, actualEnd } = ticket
  const at = (actual: number | null, plan: number | null, words: string) =>
    actual !== null ? formatMoment(actual, now) : plan === null ? '' : `${formatMoment(plan, now)} ${words}`
  return (
    <Card pad>
      <Timeline
        items={[
          {
            key: 'from',
            title: storeName,
            time: at(actualStart, planStart, '出发'),
            note: readOf(start),
            tone: actualStart === null ? 'primary' : 'success',
          },
          {
            key: 'to',
            title: toStoreName,
            time: at(actualEnd, planEnd, '前到达'),
            note: readOf(end),
            tone: actualEnd !== null ? 'success' : actualStart === null ? 'neutral' : 'primary',
          },
        ]}
      />
    </Card>
  )
}

function factsOf(ticket: Ticket) {
  const { start, end, mode, carrier, waybill } = ticket
  return [
    ['调车原因', relocationReasons.text(ticket.reason)],
    ['到达后', ticket.changeHome ? '归属调入门店' : '仍属调出门店'],
    ['运输方式', [relocationModes.text(mode), carrier, waybill].filter(Boolean).join(' · ')],
    ['行驶', start && end && formatKm(end.km - start.km)],
  ] as const
}

const readOf = (reading: Ticket['start']) =>
  reading &&
  [
    formatKm(reading.km),
    reading.fuelPct !== null && `油量 ${reading.fuelPct}%`,
    reading.batteryPct !== null && `电量 ${reading.batteryPct}%`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Actions of a move. Only the store that the car leaves may start it; either store may end it. */
function Actions({ ticket }: { readonly ticket: Ticket }) {
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
