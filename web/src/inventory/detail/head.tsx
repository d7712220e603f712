import { CarSilhouette } from '../../ui/media/car-silhouette.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { expiryMarks, kmText, nextText, stateMark, type VehicleDetail } from '../parts/vehicle-words.ts'

/** Which car it is, what it does, and what keeps it from being let out. */
export function VehicleHead({ vehicle, now }: { vehicle: VehicleDetail; now: number }) {
  const state = stateMark(vehicle)
  const marks = expiryMarks(vehicle, now)
  return (
    <Card pad className="vehicle-head">
      <div className="vehicle-head-line">
        <span className="inventory-car">
          <CarSilhouette carType={vehicle.carType} size="s" />
        </span>
        <div className="inventory-words">
          <span className="inventory-line">
            <Plate plate={vehicle.plate} size="l" />
            <Tag tone={state.tone}>{state.text}</Tag>
          </span>
          <h1 className="vehicle-model">{vehicle.modelName}</h1>
          <span className="inventory-note num">
            {[vehicle.storeName, vehicle.parkingNote, kmText(vehicle.odometerKm)].filter(Boolean).join(' · ')}
          </span>
          <span className="inventory-note num">{nextText(vehicle, now)}</span>
        </div>
      </div>
      {marks.length > 0 && (
        <div className="inventory-line">
          {marks.map(({ text, tone }) => (
            <Tag key={text} tone={tone}>
              {text}
            </Tag>
          ))}
        </div>
      )}
      {vehicle.group === 'off' && vehicle.lacks.length > 0 && (
        <Notice tone="warning">{`${vehicle.lacks.join('、')}未完善或已过期，补齐后可上架`}</Notice>
      )}
    </Card>
  )
}
