import './order-card.css'
import { formatCharged } from '@cheyi/domain/length'
import { orderStatuses } from '@cheyi/domain/order/codes'
import { calls } from '../../kernel/call/calls.gen.ts'
import { prefetch } from '../../kernel/call/calls.ts'
import { Link } from '../../kernel/page/link.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Period } from '../../ui/date/period.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { StatusDot, Tag } from '../../ui/show/tag.tsx'
import { actsOfCard, type Reach } from '../parts/acts.ts'
import {
  cardPeriod,
  depositMark,
  noteMarks,
  type OrderCard,
  refundMark,
  sourceTone,
  urgencyMark,
} from '../parts/order-words.ts'
import { useAct } from '../parts/use-act.ts'
import { useContact } from '../parts/use-contact.ts'
import { orderScreens } from '../screens.ts'

export interface ItemProps {
  readonly order: OrderCard
  readonly now: number
  readonly sourceName: (source: OrderCard['source']) => string
}

/** Opens the order; its answer is on the way from the moment it is touched. */
export function OrderLink({ order, className }: { order: OrderCard; className: string }) {
  const { orderId } = order
  return (
    <Link
      to={orderScreens.detail}
      with={{ orderId }}
      className={className}
      onPointerDown={() => prefetch(calls.order.detail, { orderId })}
    >
      {order.modelName}
      <span className="visually-hidden">，订单 {order.orderNo}</span>
    </Link>
  )
}

/** What a card says in its first line: status, what presses, its refund, tags, and where the order comes from. */
export function OrderHead({ order, now, sourceName }: ItemProps) {
  const marks = [urgencyMark(order, now), refundMark(order), ...noteMarks(order)].filter((mark) => mark !== null)
  return (
    <div className="order-line">
      <span className="order-marks">
        <StatusDot status={order.status}>{orderStatuses.text(order.status)}</StatusDot>
        {marks.map(({ text, tone }) => (
          <Tag key={text} tone={tone}>
            {text}
          </Tag>
        ))}
      </span>
      <Tag tone={sourceTone(order.source)}>{sourceName(order.source)}</Tag>
    </div>
  )
}

/** An order of the list on a phone: what it is, when, who, how much, and the next thing to do. */
export function OrderCardView({ order, now, sourceName, reach }: ItemProps & { readonly reach: Reach }) {
  const deposit = depositMark(order)
  const { act, busy } = useAct(order)
  const { contact, pending } = useContact(order.orderId)
  return (
    <Card className="order-card">
      <OrderHead order={order} now={now} sourceName={sourceName} />
      <div className="order-card-car">
        <OrderLink order={order} className="card-link order-card-model" />
        <Plate plate={order.plate} />
      </div>
      <Period well {...cardPeriod(order, now)} length={formatCharged(order.days, order.overHours)} />
      <div className="order-line order-card-who">
        <span className="order-marks">
          <span className="order-card-name">{order.contactName}</span>
          <span className="order-card-phone num">{order.phone}</span>
          <IconButton
            name="phone"
            size={16}
            label={`联系${order.contactName}`}
            aria-busy={pending || undefined}
            onClick={() => void contact()}
          />
        </span>
        <Tag tone={deposit.tone}>{deposit.text}</Tag>
      </div>
      <div className="order-card-foot">
        <Money fen={order.total} size="l" />
        {actsOfCard(order, reach)
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
      </div>
    </Card>
  )
}
