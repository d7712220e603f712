import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CarSilhouette } from '../../ui/media/car-silhouette.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { modelFacts, readingsOf } from './detail-words.ts'
import { type PanelProps, pageOf } from './panel.ts'

/** The model, the car that is on it, its gauges, and what can be done about it. */
export function VehiclePanel(props: PanelProps) {
  const { order, acts, acting } = props
  const { model, vehicle, pinned } = order
  const arrange = acts.find(({ code }) => code === 'arrange')
  const records = order.records.length > 0 ? pageOf(props, 'pickup-return-record') : undefined
  const upgraded = vehicle !== null && vehicle.modelId !== model.modelId
  return (
    <Card>
      <div className="order-detail-car">
        {model.image ? (
          <img className="order-detail-photo" src={model.image} alt="" loading="lazy" decoding="async" />
        ) : (
          <CarSilhouette carType={model.carType} size="m" />
        )}
        <div className="order-detail-car-words">
          <h2>{upgraded ? vehicle.modelName : model.name}</h2>
          <div className="order-detail-tags">
            <Plate plate={vehicle?.plate} />
            {pinned && <Tag tone="primary">已锁定</Tag>}
            {upgraded && <Tag tone="purple">升级自 {model.name}</Tag>}
            <span className="order-detail-note">{modelFacts(model)}</span>
          </div>
        </div>
      </div>
      {vehicle && (
        <dl className="order-detail-readings num">
          {readingsOf(vehicle).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {vehicle.parkingNote && (
            <div>
              <dt>停放</dt>
              <dd>{vehicle.parkingNote}</dd>
            </div>
          )}
        </dl>
      )}
      {(arrange || records) && (
        <div className="order-detail-quick">
          {arrange && (
            <Button variant="text" reason={arrange.why ?? undefined} onClick={() => acting.act(arrange)}>
              <Icon name="swap" size={16} />
              {arrange.label}
            </Button>
          )}
          {records && (
            <Button variant="text" onClick={() => records.onClick()}>
              <Icon name="document" size={16} />
              验车记录
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
