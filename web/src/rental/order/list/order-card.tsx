import { planWords } from '@cheyi/domain/booking/order/plan-words'
import './order-card.css'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatSold } from '@cheyi/domain/booking/order/sold/length'
import { memo } from 'react'
import { actsOfCard } from '../../../booking/order/parts/acts.ts'
import { CarOutNotice } from '../../../booking/order/parts/car-out-notice.tsx'
import {
  cardPeriod,
  daysDue,
  depositMark,
  type OrderCard,
  sourceTone,
} from '../../../booking/order/parts/order-words.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { calls, prefetch } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import type { Reach } from '../../../kernel/user.ts'
import { Period } from '../../../ui/date/period.tsx'
import { Box, Button, Card, IconButton, Note, Row, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { StatusDot, Tag, Tags } from '../../../ui/show/tag.tsx'
import { useAct } from '../parts/use-act.ts'
import { screensOf } from '../screens.ts'
import { orderMarks, planMark } from './order-marks.ts'

interface ItemProps {
  readonly order: OrderCard
  readonly now: number
  readonly sourceName: (source: OrderCard['source']) => string
  /** Whether the pickup store is shown: with one store chosen it is the same on each card. */
  readonly storeNamed: boolean
  readonly reach: Reach
}

/** An order of the list on a phone: status, times, customer, amount and the next action. */
/** Memoised, because each loaded page renders the list twice. */
export const OrderCardView = memo(function OrderCardView(props: ItemProps) {
  const { order, now, sourceName, storeNamed, reach } = props
  const deposit = depositMark(order)
  const late = planMark(order.plan, now)
  const { act, busy } = useAct(order)
  const { contact, pending } = useContact(order.orderId)
  return (
    <Box as={Card} pad={[12, 16]}>
      <Row gap={8} justify="between">
        <Row as="span" gap={[4, 8]} shrink wrap>
          <StatusDot status={order.status}>{orderStatuses.text(order.status)}</StatusDot>
          <Tags of={orderMarks(order, now)} />
        </Row>
        <Tag tone={sourceTone(order.source)}>{sourceName(order.source)}</Tag>
      </Row>
      <Row gap={[4, 8]} top={8} below={8} wrap shrink>
        <Box
          as={Link}
          to={screensOf(order.orderKind).detail}
          with={{ orderId: order.orderId }}
          size="l"
          weight="b"
          className="card-link"
          onPointerDown={() => prefetch(calls.order.detail, { orderId: order.orderId })}
        >
          {order.modelName}
          <span className="visually-hidden">，订单 {order.orderNo}</span>
        </Box>
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
      {order.plan && (
        <Row gap={8} justify="between" num>
          <Note>{planWords(order.plan, now)}</Note>
          {late && <Tag tone={late.tone}>{late.text}</Tag>}
        </Row>
      )}
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
