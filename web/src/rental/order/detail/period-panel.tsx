import { formatSold } from '@cheyi/domain/booking/order/sold/length'
import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { toGcj } from '@cheyi/domain/platform/geo/datum'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { openMap } from '../../../kernel/device/native-acts.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo } from '../../../kernel/user.ts'
import { Period } from '../../../ui/date/period.tsx'
import { Card, CardMore, Grow, IconButton, Row } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { renewalScreens } from '../../renewal/screens.ts'
import { type PlaceLine, placesOf } from './detail-words.ts'
import type { PanelProps } from './panel.ts'

/** Times and places of pickup and return, agreed and actual. */
export function PeriodPanel({ order, acts, reach }: PanelProps) {
  const now = useNow()
  const { orderId, counts } = order
  const renewals = counts.renewal > 0 ? linkTo(reach, renewalScreens.record, { orderId }) : undefined
  const { actualPickupAt, actualReturnAt } = order
  return (
    <Card pad>
      <Period
        captionAbove
        from={{ main: formatMoment(order.pickupAt, now), caption: '取车' }}
        to={{ main: formatMoment(order.returnAt, now), caption: '还车' }}
        length={formatSold(order)}
      />
      {(actualPickupAt !== null || actualReturnAt !== null) && (
        <Row as="p" gap={[2, 16]} top={8} align="stretch" justify="between" wrap note num>
          {actualPickupAt !== null && <span>实际取车 {formatMoment(actualPickupAt, now)}</span>}
          {actualReturnAt !== null && <span>实际还车 {formatMoment(actualReturnAt, now)}</span>}
        </Row>
      )}
      {acts.some(({ code }) => code === 'chargeLate') && <Late orderId={order.orderId} />}
      {renewals && (
        <Row justify="end">
          <CardMore onClick={() => renewals.onClick()}>{`续租记录 ${counts.renewal}`}</CardMore>
        </Row>
      )}
      {placesOf(order).map((place) => (
        <Place key={place.key} place={place} />
      ))}
    </Card>
  )
}

/** The uncharged fee of an overdue rental. */
function Late({ orderId }: { readonly orderId: string }) {
  const { data } = useRead(calls.pickupReturn.latePreview, { orderId })
  if (data === undefined || data.fee === 0) return null
  return (
    <Row as="p" gap={[2, 16]} top={8} wrap note num>
      <span>截至现在超时费 {formatMoney(data.fee)}</span>
      {data.charged > 0 && <span>此前已计收 {formatMoney(data.charged)}</span>}
    </Row>
  )
}

function Place({ place: { key, way, text, position } }: { place: PlaceLine }) {
  return (
    <Row gap={8} size="s" className="order-detail-place">
      <Tag tone="primary">{way}</Tag>
      <Grow as="span">{text}</Grow>
      {position && (
        <IconButton
          name="navigate"
          size={16}
          className="ink-link"
          label={key === 'pickup' ? '导航到取车地点' : '导航到还车地点'}
          onClick={() => void openMap('navigate', { ...toGcj(position), address: text })}
        />
      )}
    </Row>
  )
}
