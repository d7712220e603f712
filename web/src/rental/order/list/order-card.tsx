import './order-card.css'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatSold } from '@cheyi/domain/booking/order/sold/length'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { startOfDate } from '@cheyi/domain/time'
import { type ComponentProps, memo } from 'react'
import { actsOfCard } from '../../../booking/order/parts/acts.ts'
import { CarOutNotice } from '../../../booking/order/parts/car-out-notice.tsx'
import {
  cardPeriod,
  carOutMark,
  daysDue,
  depositMark,
  noteMarks,
  type OrderCard,
  refundMark,
  sourceTone,
  urgencyMark,
} from '../../../booking/order/parts/order-words.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { calls, prefetch } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import type { Reach } from '../../../kernel/page/reach.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Period } from '../../../ui/date/period.tsx'
import { Box, Note, Row, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { StatusDot, Tag, Tags } from '../../../ui/show/tag.tsx'
import { useAct } from '../parts/use-act.ts'
import { screensOf } from '../screens.ts'

export interface ItemProps {
  readonly order: OrderCard
  readonly now: number
  readonly sourceName: (source: OrderCard['source']) => string
  /** Whether the pickup store is shown: with one store chosen it is the same on each card. */
  readonly storeNamed: boolean
}

/** Link to the order; its data is requested at the first touch. */
export function OrderLink({ order, ...rest }: ComponentProps<'a'> & { order: OrderCard }) {
  const { orderId, orderKind } = order
  return (
    <Link
      to={screensOf(orderKind).detail}
      with={{ orderId }}
      onPointerDown={() => prefetch(calls.order.detail, { orderId })}
      {...rest}
    >
      {order.modelName}
      <span className="visually-hidden">，订单 {order.orderNo}</span>
    </Link>
  )
}

/** First line of a card: status, urgency, refund, tags and source. */
export function OrderHead({ order, now, sourceName }: Omit<ItemProps, 'storeNamed'>) {
  const marks = [order.carOut && carOutMark, urgencyMark(order, now), refundMark(order), ...noteMarks(order)].filter(
    (mark) => mark !== null,
  )
  return (
    <Row gap={8} justify="between">
      <Row as="span" gap={[4, 8]} shrink wrap>
        <StatusDot status={order.status}>{orderStatuses.text(order.status)}</StatusDot>
        <Tags of={marks} />
      </Row>
      <Tag tone={sourceTone(order.source)}>{sourceName(order.source)}</Tag>
    </Row>
  )
}

/** `已付2/6期 · 11-01 应收 ¥4,500.00`, and the number of days that a payment is late. */
export function PlanLine({ plan, now }: { readonly plan: NonNullable<OrderCard['plan']>; readonly now: number }) {
  const { paid, count, late, nextOn, nextDue } = plan
  const days = daysDue(plan, now)
  const next = nextOn !== null && `${formatDay(startOfDate(nextOn), now)} 应收 ${formatMoney(nextDue)}`
  return (
    <Row gap={8} justify="between" num>
      <Note>{[`已付${paid}/${count}期`, next].filter(Boolean).join(' · ')}</Note>
      {days !== null && <Tag tone={late > 0 ? 'danger' : 'warning'}>{late > 0 ? `已逾期${days}天` : '待收款'}</Tag>}
    </Row>
  )
}

/** An order of the list on a phone: status, times, customer, amount and the next action. */
/** Memoised, because each loaded page renders the list twice. */
export const OrderCardView = memo(function OrderCardView(props: ItemProps & { readonly reach: Reach }) {
  const { order, now, sourceName, storeNamed, reach } = props
  const deposit = depositMark(order)
  const { act, busy } = useAct(order)
  const { contact, pending } = useContact(order.orderId)
  return (
    <Box as={Card} pad={[12, 16]}>
      <OrderHead order={order} now={now} sourceName={sourceName} />
      <Row gap={[4, 8]} top={8} below={8} wrap shrink>
        <Box as={OrderLink} size="l" weight="b" order={order} className="card-link" />
        <Plate plate={order.plate} />
        {storeNamed && <Note cut>{order.storeName}</Note>}
      </Row>
      <Period well {...cardPeriod(order, now)} length={formatSold(order)} />
      <Row gap={8} top={6} high={32} justify="between" className="order-card-who">
        <Row as="span" gap={8} shrink>
          <Text weight="m" cut>
            {order.contactName}
          </Text>
          <Text keep note num>
            {order.phone}
          </Text>
          <IconButton
            name="phone"
            size={16}
            label={`联系${order.contactName}`}
            aria-busy={pending || undefined}
            onClick={() => void contact()}
          />
        </Row>
        <Tag tone={deposit.tone}>{deposit.text}</Tag>
      </Row>
      {order.plan && <PlanLine plan={order.plan} now={now} />}
      {order.carOut && <CarOutNotice carOut={order.carOut} now={now} />}
      <Row gap={8} top={4} high={32} justify="end" wrap className="order-card-foot">
        <Money fen={order.total} size="l" />
        {actsOfCard(order, reach, now, daysDue(order.plan, now) !== null)
          .toReversed()
          .map((each) => (
            <Button
              key={each.code}
              size="s"
              variant={each.primary ? 'primary' : 'outline'}
              loading={busy === each.code}
              onClick={() => act(each)}
            >
              {each.label}
            </Button>
          ))}
      </Row>
    </Box>
  )
})
