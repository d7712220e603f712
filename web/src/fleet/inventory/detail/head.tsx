import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { formatKm } from '@cheyi/domain/length'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tag, Tags } from '../../../ui/show/tag.tsx'
import { UnsetDepositsNotice } from '../../model/parts/deposit-gaps-notice.tsx'
import { expiryMarks, stateMark, type VehicleDetail } from '../parts/vehicle-words.ts'

/** The car, its current state, and the reasons that block a rental. */
export function VehicleHead({ vehicle, now }: { vehicle: VehicleDetail; now: number }) {
  const state = stateMark(vehicle)
  const marks = expiryMarks(vehicle, now)
  return (
    <Stack as={Card} gap={12} pad={16}>
      <Row gap={12} align="stretch">
        <span className="inventory-car">
          <CarPicture image={vehicle.image} carType={vehicle.carType} />
        </span>
        <Stack gap={4} grow>
          <Row as="span" gap={[4, 8]} wrap>
            <Plate plate={vehicle.plate} size="l" />
            <Tag tone={state.tone}>{state.text}</Tag>
          </Row>
          <Text as="h1" size="l">
            {vehicle.modelName}
          </Text>
          <Text note weight="r" num>
            {[vehicle.storeName, vehicle.parkingNote, formatKm(vehicle.odometerKm)].filter(Boolean).join(' · ')}
          </Text>
          <Text note weight="r" num>
            {nextText(vehicle, now)}
          </Text>
        </Stack>
      </Row>
      {marks.length > 0 && (
        <Row gap={[4, 8]} wrap>
          <Tags of={marks} />
        </Row>
      )}
      <UnsetDepositsNotice modelId={vehicle.modelId} />
      {vehicle.group === 'off' && vehicle.lacks.length > 0 && (
        <Notice tone="warning">{`${vehicle.lacks.join('、')}未完善或已过期，补齐后可上架`}</Notice>
      )}
    </Stack>
  )
}
