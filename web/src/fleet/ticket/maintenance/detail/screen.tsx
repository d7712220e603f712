import { costPayers } from '@cheyi/domain/fleet/ticket/codes'
import { formatKm } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { ask, calls, type OutputOf } from '../../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../../kernel/page/reach.ts'
import { None } from '../../../../page/detail.tsx'
import { page, refresh, useAnswers } from '../../../../page/page.tsx'
import { damageScreens } from '../../../../rental/damage/screens.ts'
import { Card, Cell, Note, Notice } from '../../../../ui/layout.tsx'
import { FeeLine, FeeTotal } from '../../../../ui/show/rows.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { TicketPage } from '../../parts/ticket-page.tsx'
import { ticketScreens } from '../../screens.ts'
import { Actions } from './actions.tsx'

export type Ticket = OutputOf<typeof calls.ticket.maintenanceDetail>

/** One maintenance ticket with its costs. */
export default page(ticketScreens.maintenanceDetail, ({ ticketId }) => {
  const asked = ask(calls.ticket.maintenanceDetail, { ticketId })
  const [ticket] = useAnswers(asked)
  return (
    <TicketPage
      ticket={ticket}
      onRefresh={() => refresh(asked)}
      footer={<Actions ticket={ticket} />}
      facts={factsOf(ticket)}
      ends={['送修', '验收']}
      notices={ticket.awaitsApproval && <Notice tone="warning">{approvalWords(ticket)}</Notice>}
    >
      {ticket.damage && <DamageLine damage={ticket.damage} />}
      {ticket.cost && <Costs cost={ticket.cost} />}
    </TicketPage>
  )
})

/** For example 报价 ¥3,800.00 超过 ¥2,000.00，已通知店长、财务审批. */
function approvalWords({ cost }: Ticket): string {
  if (!cost?.asked) return '报价或费用待审批'
  const { fen, limit, refused, approvers } = cost.asked
  const amount = `${fen === cost.total ? '费用' : '报价'} ${formatMoney(fen)} 超过 ${formatMoney(limit)}`
  if (refused) return `${amount}，审批未同意，请与维修厂重新议价后登记`
  if (!cost.own) return `${amount}，待您审批`
  return approvers.length === 0 ? `${amount}，待审批` : `${amount}，已通知${approvers.join('、')}审批`
}

function factsOf(ticket: Ticket) {
  const { startKm, endKm, nextKm, nextOn } = ticket
  return [
    ['类型', ticket.what],
    ['维修项目', ticket.items],
    [
      '里程',
      startKm === null
        ? null
        : [startKm, endKm]
            .filter((km) => km !== null)
            .map(formatKm)
            .join(' ~ '),
    ],
    ['下次保养', [nextKm !== null && formatKm(nextKm), nextOn].filter(Boolean).join(' 或 ') || null],
    ['维修厂', [ticket.garageName, ticket.garagePhone, ticket.garageAddress].filter(Boolean).join(' ') || null],
  ] as const
}

/** The damage case that is repaired, with the amount that was charged to the customer. */
function DamageLine({ damage }: { readonly damage: NonNullable<Ticket['damage']> }) {
  const { orderId, orderNo, status } = damage
  const link = linkTo(useReach(), damageScreens.record, { orderId })
  return (
    <Card>
      <Cell
        label="车损单"
        note={`订单 ${orderNo}`}
        extra={<Tag>{damageStatuses.text(status)}</Tag>}
        onClick={link && (() => link.onClick())}
      />
    </Card>
  )
}

function Costs({ cost }: { readonly cost: NonNullable<Ticket['cost']> }) {
  const { quote, approved, approvedName, rows, total, accepted } = cost
  if (quote === null && rows.length === 0) return <None of="费用" />
  return (
    <Card pad title="费用">
      {quote !== null && (
        <FeeLine
          label="报价"
          basis={approved === null ? undefined : `${approvedName ?? ''} 已审批 ${formatMoney(approved)}`}
          fen={quote}
        />
      )}
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name, and rows are never reordered.
        <FeeLine key={i} label={row.item} basis={basisOf(row)} fen={row.amount} />
      ))}
      {rows.length > 0 && <FeeTotal label={accepted < total ? '合计（待审批）' : '合计'} fen={total} />}
      <Note top={8}>仅作经营统计，不计入财务账；已月结的月份也可补录、更正</Note>
    </Card>
  )
}

const basisOf = ({ on, payer }: NonNullable<Ticket['cost']>['rows'][number]) =>
  [on, `${costPayers.text(payer)}承担`].filter(Boolean).join(' · ')
