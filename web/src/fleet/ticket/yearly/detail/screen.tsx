import { maintenanceStatuses, yearlyResults, yearlyStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import { windowWarning } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { formatMoney } from '@cheyi/domain/money'
import { localDate } from '@cheyi/domain/time'
import { ticketYearlyHandle } from '../../../../form/calls/ticket-yearly-handle.gen.ts'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { momentText, useNow } from '../../../../kernel/now.ts'
import { linkTo, useMay, useReach } from '../../../../kernel/user.ts'
import { choose, open } from '../../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../../page/page.tsx'
import { ActionBar, ActionIcon } from '../../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, MainButton, Notice } from '../../../../ui/layout.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { TicketPage } from '../../parts/ticket-page.tsx'
import { ticketScreens } from '../../screens.ts'
import { ViolationsNotice } from '../violations-notice.tsx'
import type { Ticket } from './types.ts'

const sheets = () => import('./sheets.tsx')

/** One inspection ticket: the expiry of the certificate, the result of the station, and the repair of defects. */
export default page(ticketScreens.yearlyDetail, ({ ticketId }) => {
  const asked = ask(calls.ticket.yearlyDetail, { ticketId })
  const [ticket] = useAnswers(asked)
  const now = useNow()
  const { dueOn, planStart, repair } = ticket
  const warning = isOpenTicket(ticket) ? windowWarning(dueOn, localDate(planStart ?? now)) : null
  return (
    <TicketPage
      ticket={{ ...ticket, startPhotos: [], endPhotos: ticket.certificates }}
      ends={['送检', '年检证明']}
      onRefresh={() => refresh(asked)}
      footer={<Actions ticket={ticket} />}
      facts={factsOf(ticket)}
      notices={
        <>
          {isOpenTicket(ticket) && <ViolationsNotice vehicleId={ticket.vehicleId} />}
          {ticket.rentedUntil !== null && ticket.status === yearlyStatuses.code.waiting && (
            <Notice tone="warning">{`车辆在租至 ${momentText(ticket.rentedUntil)}，还车后才能开始办理`}</Notice>
          )}
          {warning && <Notice tone="warning">{warning}</Notice>}
          {ticket.status === yearlyStatuses.code.again && !repair?.open && (
            <Notice tone="warning">检验不合格：修好后复检，或转维保由维修厂处理</Notice>
          )}
        </>
      }
    >
      {repair && <Repair repair={repair} />}
    </TicketPage>
  )
})

function factsOf({ dueOn, tested, agency, address, result, inspectedOn, newEndOn, proposedOn, fee, status }: Ticket) {
  const open = newEndOn === null && status !== yearlyStatuses.code.cancelled
  return [
    ['有效期至', dueOn ?? '无年检记录'],
    ['方式', tested === null ? null : tested ? '上线检测' : '免上线，申领标志'],
    ['预计新有效期', open ? proposedOn : null],
    ['检测机构', agency || null],
    ['检测地点', address || null],
    ['结果', result === null ? null : yearlyResults.text(result)],
    ['检验日期', inspectedOn],
    ['新有效期', newEndOn],
    ['年检费', fee === null ? null : formatMoney(fee)],
  ] as const
}

function Repair({ repair }: { readonly repair: NonNullable<Ticket['repair']> }) {
  const to = linkTo(useReach(), ticketScreens.maintenanceDetail, { ticketId: repair.ticketId })
  return (
    <Card>
      <Cell
        label="维保单"
        note={repair.no}
        extra={<Tag tone={repair.open ? 'warning' : 'neutral'}>{maintenanceStatuses.text(repair.status)}</Tag>}
        onClick={to && (() => to.onClick())}
      />
    </Card>
  )
}

const s = yearlyStatuses.code

/** Actions that the account and the state of an inspection allow; each opens a sheet. */
function Actions({ ticket }: { readonly ticket: Ticket }) {
  const mayRepair = useMay('ticket.maintenance')
  const { status, planEnd, repair, assigneeId } = ticket
  if (!isOpenTicket(ticket)) return null
  const goes = (act: 'start' | 'extend' | 'recheck' | 'repair') => open(() => import('./go-sheet.tsx'), { ticket, act })
  const because = (action: 'fail' | 'cancel') => open(sheets, 'ReasonSheet', { ticket, action })
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
        <Button size="l" block onClick={() => void open(sheets, 'PlanSheet', { ticket })}>
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
      {status === s.running && <MainButton onClick={() => void open(sheets, 'PassSheet', { ticket })}>合格</MainButton>}
      {status === s.again && <MainButton onClick={() => void goes('recheck')}>复检</MainButton>}
    </ActionBar>
  )
}
