import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { formatKm } from '@cheyi/domain/length'
import type { ComponentProps } from 'react'
import { calls, prefetch } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Box, Row, Stack, Text } from '../../../ui/layout.tsx'
import { CarSilhouette } from '../../../ui/media/car-silhouette.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tag, Tags } from '../../../ui/show/tag.tsx'
import { expiryMarks, stateMark, type VehicleCard } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'

interface ItemProps {
  readonly car: VehicleCard
  readonly now: number
  readonly current: boolean
}

interface RowProps extends ItemProps {
  /** Set while several cars are being selected. */
  readonly chosen?: boolean
  readonly onToggle: () => void
}

/** A car in the list: its state, place and next event. */
export function VehicleRow({ car, now, current, chosen, onToggle }: RowProps) {
  const state = stateMark(car)
  const next = nextText(car, now)
  const words = (
    <>
      <Row as="span" gap={[4, 8]} wrap>
        <Plate plate={car.plate} />
        <Tag tone={state.tone}>{state.text}</Tag>
      </Row>
      <Text note weight="r" num>
        {[car.modelName, formatKm(car.odometerKm), car.parkingNote].filter(Boolean).join(' · ')}
      </Text>
      <Text note weight="r" num>
        {[next, car.storeName].filter(Boolean).join(' · ')}
      </Text>
      <Expiries car={car} now={now} />
    </>
  )
  if (chosen !== undefined)
    return (
      <Row as={Card} gap={12} pad={[4, 12]} align="start" className="inventory-row">
        <Checkbox checked={chosen} onChange={onToggle} className="inventory-check">
          <Stack as="span" gap={4} grow>
            {words}
          </Stack>
        </Checkbox>
      </Row>
    )
  return (
    <Row as={Card} gap={12} pad={12} align="start" className={cx('inventory-row', current && 'inventory-row-current')}>
      <span className="inventory-car">
        <CarSilhouette carType={car.carType} size="s" />
      </span>
      <Stack as={VehicleLink} gap={4} grow car={car} className="card-link" current={current}>
        {words}
      </Stack>
    </Row>
  )
}

export function VehicleTile({ car, now, current }: ItemProps) {
  const state = stateMark(car)
  return (
    <Box as={Card} pad={10} className={cx('inventory-tile', current && 'inventory-row-current')}>
      <Stack as={VehicleLink} gap={4} grow car={car} className="card-link" current={current}>
        <Plate plate={car.plate} />
        <Text note cut weight="r">
          {car.modelName}
        </Text>
        <Row as="span" gap={[4, 8]} wrap>
          <Tag tone={state.tone}>{state.text}</Tag>
          <Tags of={expiryMarks(car, now).slice(0, 1)} />
        </Row>
      </Stack>
    </Box>
  )
}

function Expiries({ car, now }: Pick<ItemProps, 'car' | 'now'>) {
  const marks = expiryMarks(car, now)
  if (marks.length === 0) return null
  return (
    <Row as="span" gap={[4, 8]} wrap>
      <Tags of={marks} />
    </Row>
  )
}

interface LinkProps extends ComponentProps<'a'> {
  readonly car: VehicleCard
  readonly current: boolean
}

/** A link to a car; its details are prefetched on pointer down. */
export function VehicleLink({ car, current, ...rest }: LinkProps) {
  return (
    <Link
      to={inventoryScreens.detail}
      with={{ id: car.vehicleId }}
      aria-current={current || undefined}
      onPointerDown={() => prefetch(calls.inventory.detail, { vehicleId: car.vehicleId })}
      {...rest}
    />
  )
}
