import { returnsText } from '@cheyi/domain/booking/order/late-risk'
import { awaitsPickup, isOnRent, wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { formatLength } from '@cheyi/domain/length'
import { formatMoment } from '@cheyi/domain/near'
import { handoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Card, Grow, Row, Text } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { modelFacts, readingsOf } from './detail-words.ts'
import { type PanelProps, pageOf } from './panel.ts'

/** The model, the arranged car, its readings, and the actions on it. */
export function VehiclePanel(props: PanelProps) {
  const { order, acts, acting } = props
  const { model, vehicle, pinned } = order
  // Location and pinning of the car matter only until the pickup.
  const waits = awaitsPickup(order.status)
  const arrange = acts.find(({ code }) => code === 'arrange' || code === 'swap')
  const records = order.records.length > 0 ? pageOf(props, 'pickup-return-record') : undefined
  const mayTrack = useMay('vehicleControl.track')
  const mayHandOver = useMay('order.pickup')
  const mayTakeBack = useMay('order.return')
  const next = waits ? handoverType.pickup : handoverType.return
  const alone = vehicle !== null && (waits ? mayHandOver : mayTakeBack && isOnRent(order.status))
  const looks = vehicle ?? model
  const swapped = vehicle !== null && vehicle.modelId !== model.modelId
  return (
    <Card>
      <Row gap={12} pad={[14, 16, 12]}>
        <CarPicture image={looks.image} carType={looks.carType} size="m" />
        <Grow>
          <Text as="h2" below={4} size="l">
            {vehicle?.modelName ?? model.name}
          </Text>
          <Row gap={[4, 8]} wrap>
            <Plate plate={vehicle?.plate} />
            {pinned && waits && <Tag tone="primary">已锁定</Tag>}
            {swapped && (
              <Tag tone="purple">
                {vehicle.higher ? '升级自' : '原订'} {model.name}
              </Tag>
            )}
            <Text note>{modelFacts(looks)}</Text>
          </Row>
        </Grow>
      </Row>
      {vehicle && (
        <Row as="dl" gap={[4, 20]} pad={[10, 16]} align="stretch" wrap line size="s" num>
          {readingsOf(vehicle).map(({ label, value }) => (
            <Row gap={6} align="stretch" key={label}>
              <Text as="dt" ink={2}>
                {label}
              </Text>
              <Text as="dd" weight="b">
                {value}
              </Text>
            </Row>
          ))}
          {waits && vehicle.parkingNote && (
            <Row gap={6} align="stretch">
              <Text as="dt" ink={2}>
                停放
              </Text>
              <Text as="dd" weight="b">
                {vehicle.parkingNote}
              </Text>
            </Row>
          )}
        </Row>
      )}
      <Before {...props} />
      {(arrange || records || alone) && (
        <Row align="stretch" line className="order-detail-quick">
          {arrange && (
            <Button variant="text" reason={arrange.why ?? undefined} onClick={() => acting.act(arrange)}>
              <Icon name="swap" size={16} />
              {arrange.label}
            </Button>
          )}
          {alone && (
            <Button
              variant="text"
              onClick={() =>
                void open(() => import('../../self-service/parts/link-sheet.tsx'), {
                  orderId: order.orderId,
                  type: next,
                })
              }
            >
              <Icon name="link" size={16} />
              自助{handoverTypes.text(next)}
            </Button>
          )}
          {mayTrack && wasPickedUp(order.status) && (
            <Button
              variant="text"
              onClick={() => void open(() => import('./driving-sheet.tsx'), { orderId: order.orderId })}
            >
              <Icon name="gauge" size={16} />
              行驶数据
            </Button>
          )}
          {records && (
            <Button variant="text" onClick={() => records.onClick()}>
              <Icon name="document" size={16} />
              验车记录
            </Button>
          )}
        </Row>
      )}
    </Card>
  )
}

/** The previous customer of the car, and figures that indicate a late return. */
function Before({ order, now, reach }: Pick<PanelProps, 'order' | 'now' | 'reach'>) {
  const { before } = order
  if (before === null) return null
  const gap = Math.round((order.pickupAt - before.returnAt) / MINUTE)
  return (
    <Text as="p" pad={[0, 16, 12]} ink="warning" size="s" num>
      前一单{' '}
      <Text as="a" ink="link" {...orderLink(reach, before)}>
        {before.orderNo}
      </Text>{' '}
      {before.overdue ? '已超时未还' : '可能超时还车'}：应于 {formatMoment(before.returnAt, now)} 还车
      {gap > 0 && `，距本单取车 ${formatLength(gap)}`}。{returnsText(before)}。
    </Text>
  )
}
