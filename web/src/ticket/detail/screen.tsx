import { displayPlate } from '@cheyi/domain/check/plate'
import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { costPayers, maintainceTypes } from '@cheyi/domain/ticket/codes'
import { inventoryScreens } from '../../inventory/screens.ts'
import { ask, calls } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { linkTo, useReach } from '../../kernel/page/reach.ts'
import { Page, page, refresh, useAnswers } from '../../page/page.tsx'
import { Photos } from '../../page/photos.tsx'
import { Timeline } from '../../ui/frame/steps.tsx'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { RefreshButton } from '../../ui/list/pull.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { FeeLine, FeeTotal, KeyValue } from '../../ui/show/rows.tsx'
import { Tags } from '../../ui/show/tag.tsx'
import { dueWords, type Ticket, tagsOf } from '../parts/ticket-words.ts'
import { ticketScreens } from '../screens.ts'
import { Actions } from './actions.tsx'

/** One ticket of maintenance: where it is, which car, what it costs, what was done with it, and what comes next. */
export default page(ticketScreens.maintainceDetail, ({ ticketId }) => {
  const asked = ask(calls.ticket.maintainceDetail, { ticketId })
  const [ticket] = useAnswers(asked)
  const now = useNow()
  const reach = useReach()
  const car = linkTo(reach, inventoryScreens.detail, { id: ticket.vehicleId })
  const { startPhotos, endPhotos, remark } = ticket
  return (
    <Page right={<RefreshButton onRefresh={() => void refresh(asked)} />} footer={<Actions ticket={ticket} />}>
      <Stack gap={12}>
        <Card pad>
          <Row gap={8} wrap justify="between">
            <Tags of={tagsOf(ticket, now)} />
            <Text num note>
              {ticket.no}
            </Text>
          </Row>
          <Note num top={8}>
            {dueWords(ticket, now)}
          </Note>
        </Card>
        {ticket.awaitsApproval && (
          <Notice tone="warning">报价超过审批限额，须由另一位有工单费用权限的人审批后送修</Notice>
        )}
        <Card>
          <Cell
            label={displayPlate(ticket.plate)}
            note={`${ticket.modelName} · ${ticket.storeName} · ${ticket.odometerKm} 公里`}
            onClick={car && (() => car.onClick())}
          />
        </Card>
        <Card pad title="维保内容">
          <KeyValue rows={factsOf(ticket, now)} />
          {remark && <Text as="p">{remark}</Text>}
        </Card>
        {ticket.cost && <Costs cost={ticket.cost} />}
        {startPhotos.length + endPhotos.length > 0 && (
          <Card pad title="照片">
            {startPhotos.length > 0 && <Note>送修</Note>}
            <Photos photos={startPhotos} noun="送修照片" />
            {endPhotos.length > 0 && <Note top={8}>验收</Note>}
            <Photos photos={endPhotos} noun="验收照片" />
          </Card>
        )}
        <Card pad title="进度">
          <Timeline
            items={ticket.log.map(({ at, byName, action, note }, i) => ({
              key: `${at}/${i}`,
              title: action,
              time: formatMoment(at, now),
              note: [byName, note].filter(Boolean).join(' · '),
              tone: i === 0 ? 'primary' : 'neutral',
            }))}
          />
        </Card>
      </Stack>
    </Page>
  )
})

function factsOf(ticket: Ticket, now: number) {
  const { planStart, planEnd, actualStart, actualEnd, startKm, endKm } = ticket
  const span = (from: number, to: number | null) =>
    `${formatMoment(from, now)} – ${to === null ? '' : formatMoment(to, now)}`
  const rows: readonly (readonly [string, string | null])[] = [
    ['类型', maintainceTypes.text(ticket.type)],
    ['维修项目', ticket.items],
    ['计划', planStart === null ? '待预约' : span(planStart, planEnd)],
    ['实际', actualStart === null ? null : span(actualStart, actualEnd)],
    ['里程', startKm === null ? null : `${startKm}${endKm === null ? '' : ` – ${endKm}`} 公里`],
    [
      '负责人',
      ticket.assigneeName === null ? '未指派' : `${ticket.assigneeName}${ticket.assigneeGone ? '（已停用）' : ''}`,
    ],
    ['维修厂', [ticket.garageName, ticket.garagePhone, ticket.garageAddress].filter(Boolean).join(' ') || null],
  ]
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}

function Costs({ cost }: { readonly cost: NonNullable<Ticket['cost']> }) {
  const { quote, approved, approvedName, rows, total } = cost
  return (
    <Card pad title="费用">
      {quote !== null && (
        <FeeLine
          label="报价"
          basis={approved === null ? undefined : `${approvedName ?? ''} 已审批 ${formatMoney(approved)}`}
          fen={quote}
        />
      )}
      {rows.map(({ item, amount, payer }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be called the same, and rows never move.
        <FeeLine key={i} label={item} basis={`${costPayers.text(payer)}承担`} fen={amount} />
      ))}
      {rows.length > 0 && <FeeTotal label="合计" fen={total} />}
      <Note top={8}>仅作经营统计，不计入财务账</Note>
    </Card>
  )
}
