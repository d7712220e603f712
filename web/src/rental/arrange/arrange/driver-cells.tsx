import { formatNear } from '@cheyi/domain/near'
import type { Instant } from '@cheyi/domain/time'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { open } from '../../../page/open.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Disc, Note, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { type Errand, errandsOf, placeText } from './drivers.ts'

/** The drivers who deliver and collect the car, where the customer does not come to the store. */
export function DriverCells({ order, now }: { order: OrderDetail; now: Instant }) {
  const errands = errandsOf(order)
  const arrange = (errand: Errand) => void open(() => import('./driver-sheet.tsx'), { order, errand })
  if (errands.length === 0) return null
  return (
    <Card>
      {errands.map((errand) => (
        <Cell
          key={errand.type}
          label={errand.title}
          note={placeText(errand)}
          lead={
            <Disc across={36} className="tone-neutral">
              <Icon name="person" />
            </Disc>
          }
          extra={
            errand.task ? (
              <Text ink="link" text="right" num>
                {errand.task.driverName}
                <Note as="small">{formatNear(errand.task.planAt, now)} 出发</Note>
              </Text>
            ) : (
              <Text ink="warning">请选择{errand.title}</Text>
            )
          }
          onClick={() => arrange(errand)}
        />
      ))}
    </Card>
  )
}
