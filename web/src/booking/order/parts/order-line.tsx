import { Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import type { OrderDetail } from './order-words.ts'

interface OrderLineProps {
  readonly order: Pick<OrderDetail, 'orderNo' | 'contactName' | 'vehicle' | 'model'>
  /** Shown at the end: `2 单未结`. */
  readonly more?: string | false
}

/** The order of a money page, shown at its top. */
export const OrderLine = ({ order: { orderNo, contactName, vehicle, model }, more }: OrderLineProps) => (
  <Row as="p" gap={[4, 12]} pad={[0, 4]} wrap note>
    <Plate plate={vehicle?.plate} />
    <span className="num">
      {[vehicle?.modelName ?? model.name, contactName, orderNo].filter(Boolean).join(' · ')}
      {more && <Text nowrap>{` · ${more}`}</Text>}
    </span>
  </Row>
)
