import './detail.css'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { runStates } from '@cheyi/domain/fleet/inventory/codes'
import { isCommandRunning } from '@cheyi/domain/fleet/vehicle-control/command'
import { formatKm } from '@cheyi/domain/length'
import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import type { ReactNode } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { ask, calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Box, Grid, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag, Tags } from '../../../ui/show/tag.tsx'
import { inventoryScreens } from '../../inventory/screens.ts'
import {
  accText,
  agoText,
  type CarDetail,
  doorText,
  LOOK_AGAIN,
  LOOK_SOON,
  speedText,
  stateMark,
  warningMarks,
} from '../parts/car-words.ts'
import { vehicleControlScreens } from '../screens.ts'
import { CommandCard } from './command-card.tsx'
import { CommandsCard } from './commands-card.tsx'
import { DoubtCard } from './doubt-card.tsx'
import { PlaceCard } from './place-card.tsx'
import { TrackCard } from './track-card.tsx'

/** One car: its position and reports, its customer, and the commands sent to it. */
export default page(
  vehicleControlScreens.detail,
  ({ vehicleId }) => {
    const asked = ask(calls.vehicleControl.detail, { vehicleId })
    const [car] = useAnswers(asked)
    // Repeats the request of the page while it is open.
    const running = car.commands.some(({ state }) => isCommandRunning(state))
    useRead(calls.vehicleControl.detail, { vehicleId }, { every: running ? LOOK_SOON : LOOK_AGAIN })
    return <CarPage car={car} onRefresh={() => void refresh(asked)} />
  },
  { cards: 3, shape: 'detail' },
)

function CarPage({ car, onRefresh }: { readonly car: CarDetail; readonly onRefresh: () => void }) {
  const now = useNow()
  const reach = useReach()
  const mark = stateMark(car)
  const toCar = linkTo(reach, inventoryScreens.detail, { id: car.vehicleId })
  return (
    <Page title={displayPlate(car.plate)} right={<RefreshButton onRefresh={onRefresh} />}>
      <Stack gap={12}>
        <PlaceCard car={car} now={now} />
        <Card pad>
          <Row gap={[4, 8]} wrap>
            <Plate plate={car.plate} />
            <Tag tone={mark.tone}>{mark.text}</Tag>
            <Tags of={warningMarks(car)} />
          </Row>
          <Text as="p" size="l" weight="b" top={6}>
            {car.modelName}
          </Text>
          <Note num>
            {[
              car.storeName,
              car.parkingNote,
              car.runState !== null && runStates.text(car.runState),
              `${agoText(car.lastMsgAt, now)}更新`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Note>
          <Tiles car={car} />
        </Card>
        <DoubtCard car={car} now={now} />
        <CommandCard car={car} />
        <CommandsCard vehicleId={car.vehicleId} commands={car.commands} now={now} />
        <TrackCard vehicleId={car.vehicleId} />
        {car.order !== null && <OrderCard order={car.order} now={now} />}
        <Card>
          <Cell label="车辆资料" onClick={toCar && (() => toCar.onClick())} />
          <Cell label="车载设备" note={signalText(car)}>
            <Text num>{car.devicePhone}</Text>
          </Cell>
        </Card>
        {car.lookers.length > 0 && (
          <Card pad title="轨迹查看记录">
            <KeyValue
              rows={car.lookers.map(({ at, name, reason, from, to }) => ({
                label: `${name} ${formatMoment(at, now)}`,
                value: reason,
                note: formatPeriod(from, to, now),
              }))}
            />
          </Card>
        )}
      </Stack>
    </Page>
  )
}

/** The customer who has the car, with a link to call them for an account that may open the order. */
function OrderCard({ order, now }: { readonly order: NonNullable<CarDetail['order']>; readonly now: number }) {
  const to = orderLink(useReach(), order)
  const { contact, pending } = useContact(order.orderId)
  return (
    <Card
      title="当前订单"
      extra={
        to && (
          <Button size="s" icon="phone" loading={pending} onClick={() => void contact()}>
            联系客户
          </Button>
        )
      }
    >
      <Cell
        label={`${order.orderNo} ${order.contactName}`}
        note={`${formatPeriod(order.pickupAt, order.returnAt, now)} · ${orderStatuses.text(order.status)}`}
        onClick={to && (() => to.onClick())}
      />
    </Card>
  )
}

const signalText = ({ satellites, signal }: CarDetail): string | undefined =>
  [satellites !== null && `卫星 ${satellites}`, signal !== null && `信号 ${signal}`].filter(Boolean).join(' · ') ||
  undefined

/** The values that the device reports, each with a label; a missing value has no tile. */
function Tiles({ car }: { readonly car: CarDetail }) {
  const tiles: readonly (readonly [IconName, string, ReactNode])[] = [
    ['gauge', '车速', speedText(car.speed)],
    ['lock', '车门', doorText(car)],
    ['power', '发动机', accText(car.acc)],
    ['navigate', '今日里程', car.todayKm === null ? '' : `${car.todayKm.toFixed(1)} km`],
    ['car', '设备里程', car.odometerKm === null ? '' : formatKm(car.odometerKm)],
    ['fuel', '油量', car.fuelLitres === null ? '' : `${car.fuelLitres} L`],
    ['bolt', '电瓶', car.batteryVolts === null ? '' : `${car.batteryVolts.toFixed(1)} V`],
  ]
  return (
    <Grid as="dl" columns={3} gap={8} top={12}>
      {tiles
        .filter(([, , value]) => value !== '')
        .map(([icon, label, value]) => (
          <Box key={label} pad={[10, 8]} fill="well" round="card">
            <Row as="dt" gap={4} note>
              <Icon name={icon} size={16} />
              {label}
            </Row>
            <Text as="dd" weight="b" num>
              {value}
            </Text>
          </Box>
        ))}
    </Grid>
  )
}
