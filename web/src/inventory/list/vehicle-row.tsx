import { calls } from '../../kernel/call/calls.gen.ts'
import { prefetch } from '../../kernel/call/calls.ts'
import { Link } from '../../kernel/page/link.tsx'
import { cx } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { CarSilhouette } from '../../ui/media/car-silhouette.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { expiryMarks, kmText, nextText, stateMark, type VehicleCard } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'

interface ItemProps {
  readonly car: VehicleCard
  readonly now: number
  readonly current: boolean
}

interface RowProps extends ItemProps {
  /** Set while several are being chosen. */
  readonly chosen?: boolean
  readonly onToggle: () => void
}

/** A car of the list: which, what it does, where, and what comes next. */
export function VehicleRow({ car, now, current, chosen, onToggle }: RowProps) {
  const state = stateMark(car)
  const next = nextText(car, now)
  const words = (
    <>
      <span className="inventory-line">
        <Plate plate={car.plate} />
        <Tag tone={state.tone}>{state.text}</Tag>
      </span>
      <span className="inventory-note num">
        {[car.modelName, kmText(car.odometerKm), car.parkingNote].filter(Boolean).join(' · ')}
      </span>
      <span className="inventory-note num">{[next, car.storeName].filter(Boolean).join(' · ')}</span>
      <Expiries car={car} now={now} />
    </>
  )
  if (chosen !== undefined)
    return (
      <Card className={cx('inventory-row', 'inventory-row-pick')}>
        <Checkbox checked={chosen} onChange={onToggle} className="inventory-check">
          <span className="inventory-words">{words}</span>
        </Checkbox>
      </Card>
    )
  return (
    <Card className={cx('inventory-row', current && 'inventory-row-current')}>
      <span className="inventory-car">
        <CarSilhouette carType={car.carType} size="s" />
      </span>
      <VehicleLink car={car} className="card-link inventory-words" current={current}>
        {words}
      </VehicleLink>
    </Card>
  )
}

/** A car of the grid. */
export function VehicleTile({ car, now, current }: ItemProps) {
  const state = stateMark(car)
  return (
    <Card className={cx('inventory-tile', current && 'inventory-row-current')}>
      <VehicleLink car={car} className="card-link inventory-words" current={current}>
        <Plate plate={car.plate} />
        <span className="inventory-note">{car.modelName}</span>
        <span className="inventory-line">
          <Tag tone={state.tone}>{state.text}</Tag>
          {expiryMarks(car, now)
            .slice(0, 1)
            .map(({ text, tone }) => (
              <Tag key={text} tone={tone}>
                {text}
              </Tag>
            ))}
        </span>
      </VehicleLink>
    </Card>
  )
}

function Expiries({ car, now }: Pick<ItemProps, 'car' | 'now'>) {
  const marks = expiryMarks(car, now)
  if (marks.length === 0) return null
  return (
    <span className="inventory-line inventory-expiries">
      {marks.map(({ text, tone }) => (
        <Tag key={text} tone={tone}>
          {text}
        </Tag>
      ))}
    </span>
  )
}

interface LinkProps {
  readonly car: VehicleCard
  readonly className: string
  readonly current: boolean
  readonly children: React.ReactNode
}

/** Opens the car; its answer is on the way from the moment it is touched. */
function VehicleLink({ car, className, current, children }: LinkProps) {
  return (
    <Link
      to={inventoryScreens.detail}
      with={{ id: car.vehicleId }}
      className={className}
      aria-current={current || undefined}
      onPointerDown={() => prefetch(calls.inventory.detail, { vehicleId: car.vehicleId })}
    >
      {children}
    </Link>
  )
}
