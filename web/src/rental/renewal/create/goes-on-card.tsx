import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Stepper } from '../../../ui/field/choice.tsx'
import { Note, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { Money } from '../../../ui/show/money.tsx'

interface GoesOnProps {
  readonly order: OrderDetail
  /** The chosen quantities of the optional services. */
  readonly chosen: Readonly<Record<string, number>> | null
  readonly onChoose: (chosen: Readonly<Record<string, number>>) => void
}

/** What stays unchanged, and the services of the added days. */
export function GoesOnCard({ order, chosen, onChoose }: GoesOnProps) {
  const { data: services = [] } = useRead(calls.renewal.services, { orderId: order.orderId })
  const fixed = services.filter((service) => service.fixed)
  const free = services.filter((service) => !service.fixed)
  const qtyOf = (code: string, qty: number) => (chosen === null ? qty : (chosen[code] ?? 0))
  const set = (code: string, qty: number) =>
    onChoose({ ...Object.fromEntries(free.map((one) => [one.code, qtyOf(one.code, one.qty)])), [code]: qty })
  return (
    <Card title="续租后">
      <Cell label="还车门店" align="right">
        {order.returnPlace.storeName}
      </Cell>
      <Cell label="车辆" align="right">
        不换车
      </Cell>
      {fixed.length > 0 && (
        <Cell label="保障与服务" align="right" note={fixed.map(({ name }) => name).join('、')}>
          沿用 {fixed.length} 项
        </Cell>
      )}
      {free.map(({ code, name, price, qty, maxQty }) => (
        <div key={code} className="cell">
          <Text grow>
            {name}
            {qty > 0 && <Note as="small">原订单 {qty} 份</Note>}
          </Text>
          <Money fen={price} free per="天" />
          <Stepper
            label={name}
            value={qtyOf(code, qty)}
            max={maxQty}
            maxReason={`最多 ${maxQty} 份`}
            onChange={(next) => set(code, next)}
          />
        </div>
      ))}
    </Card>
  )
}
