import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { documentKinds, lifecycles } from '@cheyi/domain/fleet/inventory/codes'
import { hiddenOrderName } from '@cheyi/domain/fleet/inventory/next'
import { occupancyKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { type Reach, useReach } from '../../../kernel/user.ts'
import { Answer } from '../../../page/page.tsx'
import { Timeline, type TimelineItem } from '../../../ui/frame/steps.tsx'
import { Card, Note } from '../../../ui/layout.tsx'

export type Line = OutputOf<typeof calls.inventory.timeline>['list'][number]

/** Link to the order of a line; undefined for other lines, and for orders that the account may not see. */
export const linkOfLine = (reach: Reach, line: Line) => (line.type === 'order' ? orderLink(reach, line) : undefined)

function OrderLink({ reach, line }: { reach: Reach; line: Line }) {
  const link = linkOfLine(reach, line)
  const words = `${line.contactName} · ${line.orderNo}`
  return link === undefined ? words : <a {...link}>{words}</a>
}

function itemOf(line: Line, now: number, key: string, reach: Reach): TimelineItem {
  const time = line.to === null ? `${formatMoment(line.from, now)} 起` : formatPeriod(line.from, line.to, now)
  const running = line.from <= now && (line.to === null || now < line.to)
  switch (line.type) {
    case 'order':
      return {
        key,
        title: line.orderId === null ? hiddenOrderName : <OrderLink reach={reach} line={line} />,
        time,
        note: line.orderStatus === null ? undefined : orderStatuses.text(line.orderStatus),
        tone: running ? 'primary' : 'neutral',
      }
    case 'block':
      return { key, title: line.kind === null ? '' : occupancyKinds.text(line.kind), time, tone: 'warning' }
    case 'document':
      return {
        key,
        title: `登记${line.documentKind === null ? '证件' : documentKinds.text(line.documentKind)}`,
        time: formatMoment(line.from, now),
        note: line.endOn === null ? undefined : `有效至 ${line.endOn}`,
        tone: 'neutral',
      }
    case 'life':
      return {
        key,
        title: `${line.lifecycle === null ? '' : lifecycles.text(line.lifecycle)} · ${line.storeName ?? ''}`,
        time: formatMoment(line.from, now),
        tone: 'success',
      }
  }
}

/** Past and planned events of a car, from half a year ago to half a year ahead. */
export function TimelinePanel({ vehicleId, now }: { vehicleId: string; now: number }) {
  const reach = useReach()
  const past = useRead(calls.inventory.timeline, { vehicleId })
  return (
    <Card pad title="时间线">
      <Answer of={past}>
        {({ list }) =>
          list.length === 0 ? (
            <Note>暂无记录</Note>
          ) : (
            <Timeline items={list.map((line, i) => itemOf(line, now, `${line.type}-${line.from}-${i}`, reach))} />
          )
        }
      </Answer>
    </Card>
  )
}
