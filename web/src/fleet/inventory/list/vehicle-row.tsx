import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { formatKm } from '@cheyi/domain/length'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import type { ComponentProps } from 'react'
import { calls, prefetch } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Box, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
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
  const plate = <Plate plate={car.plate} />
  return (
    <RecordCard
      current={current}
      before={
        chosen === undefined ? (
          <CarPicture image={car.image} carType={car.carType} />
        ) : (
          <Checkbox
            className="card-pick"
            aria-label={`选择 ${displayPlate(car.plate)}`}
            checked={chosen}
            onChange={onToggle}
          />
        )
      }
      title={
        <>
          {chosen === undefined ? (
            <VehicleLink car={car} current={current} className="card-link">
              {plate}
              <span className="visually-hidden">，{car.modelName}</span>
            </VehicleLink>
          ) : (
            plate
          )}
          <Tag tone={state.tone}>{state.text}</Tag>
          <Tags of={expiryMarks(car, now)} />
        </>
      }
      end={<Note>{car.storeName}</Note>}
    >
      <p className="num">{[car.modelName, formatKm(car.odometerKm), car.parkingNote].filter(Boolean).join(' · ')}</p>
      {next && <p className="num">{next}</p>}
    </RecordCard>
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
