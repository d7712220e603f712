import { dueWords, isOpenTicket, isOverdue, profileOf } from '@cheyi/domain/fleet/ticket/kinds'
import { formatKm } from '@cheyi/domain/length'
import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import type { ReactNode } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { LogCard } from '../../../page/log-card.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Referred } from '../../../platform/referral/parts/referred.tsx'
import { Card, Cell, Note, Notice } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { inventoryScreens } from '../../inventory/screens.ts'
import { tagsOf, toneOf } from './ticket-words.ts'

type Whole = Pick<
  OutputOf<typeof calls.ticket.maintenanceDetail>,
  keyof OutputOf<typeof calls.ticket.hub>['open'][number] | 'remark' | 'odometerKm' | 'log'
>
export type Photographed = Pick<OutputOf<typeof calls.ticket.maintenanceDetail>, 'startPhotos' | 'endPhotos'>

interface TicketPageProps {
  readonly ticket: Whole & Photographed
  readonly onRefresh: () => Promise<unknown>
  readonly footer: ReactNode
  /** Facts specific to the kind; those without a value are left out. */
  readonly facts: readonly (readonly [label: string, value: string | null])[]
  readonly notices?: ReactNode
  /** Titles of the pictures at the start and at the end. */
  readonly ends: readonly [start: string, end: string]
  /** Where the car is; undefined: at the store of the ticket. */
  readonly storeName?: string | null
  /** Shown before the car, for example the route of a move. */
  readonly lead?: ReactNode
  /** Cards specific to the kind. */
  readonly children?: ReactNode
}

/** The page of one ticket: status, car, details of its kind, history and next step. */
export function TicketPage(props: TicketPageProps) {
  const { ticket, onRefresh, footer, facts, notices, ends, storeName, lead, children } = props
  const now = useNow()
  const car = linkTo(useReach(), inventoryScreens.detail, { id: ticket.vehicleId })
  const { noun } = profileOf(ticket.kind)
  const { startPhotos, endPhotos, remark } = ticket
  const [state, ...tags] = tagsOf(ticket, now)
  return (
    <DetailPage
      state={{ text: state?.text, mark: toneOf(ticket) }}
      subject={<Plate plate={ticket.plate} />}
      tags={tags}
      next={{ text: dueWords(ticket, now), late: isOverdue(ticket, now) }}
      note={ticket.no}
      onRefresh={onRefresh}
      acts={footer}
      notices={
        <>
          {ticket.awaitsReturn && (
            <AwaitsReturn order={ticket.awaitsReturn} begin={profileOf(ticket.kind).words.begin} />
          )}
          <Referred subject="ticket" id={ticket.ticketId} />
          {notices}
        </>
      }
      thing={
        <>
          {lead}
          <Card>
            <Cell
              label={<b>{ticket.modelName}</b>}
              note={`${storeName ?? ticket.storeName} · ${formatKm(ticket.odometerKm)}`}
              onClick={car && (() => car.onClick())}
            />
          </Card>
          <Card pad title={noun.replace('单', '内容')}>
            <KeyValue rows={rowsOf([...facts, ...commonFacts(ticket, now), ['备注', remark || null]])} />
          </Card>
        </>
      }
      side={
        <>
          {children}
          {startPhotos.length + endPhotos.length > 0 && (
            <Card pad title="照片">
              {startPhotos.length > 0 && <Note>{ends[0]}</Note>}
              <Photos photos={startPhotos} noun={`${ends[0]}照片`} />
              {endPhotos.length > 0 && <Note top={8}>{ends[1]}</Note>}
              <Photos photos={endPhotos} noun={`${ends[1]}照片`} />
            </Card>
          )}
        </>
      }
      log={<LogCard log={ticket.log} />}
    />
  )
}

interface AwaitsProps {
  readonly order: NonNullable<Whole['awaitsReturn']>
  readonly begin: string
}

/** The customer still has the car after the agreed return, so the ticket cannot begin. */
function AwaitsReturn({ order, begin }: AwaitsProps) {
  const now = useNow()
  const to = orderLink(useReach(), order)
  const due = formatMoment(order.returnAt, now)
  return (
    <Notice tone="danger" {...(to && { action: { label: '查看订单', onClick: () => to.onClick() } })}>
      {`车辆应于 ${due} 还车，至今未还（${order.orderNo}），与计划冲突：还车后才能${begin}，请改期或催还`}
    </Notice>
  )
}

function commonFacts(ticket: Whole, now: number): readonly (readonly [string, string | null])[] {
  const { planStart, planEnd, actualStart, actualEnd, assigneeName, assigneeGone } = ticket
  return [
    ['计划', planStart === null ? (isOpenTicket(ticket) ? '待预约' : null) : formatPeriod(planStart, planEnd, now)],
    ['实际', actualStart === null ? null : formatPeriod(actualStart, actualEnd, now)],
    ['负责人', assigneeName === null ? '未指派' : `${assigneeName}${assigneeGone ? '（已停用）' : ''}`],
  ]
}

const rowsOf = (facts: TicketPageProps['facts']) =>
  facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
