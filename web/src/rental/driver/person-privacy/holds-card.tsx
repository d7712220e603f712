import { formatLocal } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { choose } from '../../../page/choose.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Cell, Text } from '../../../ui/layout.tsx'
import type { PersonDetail } from '../parts/person-words.ts'

interface HoldsCardProps {
  readonly holds: OutputOf<typeof calls.driver.privacy>['holds']
  readonly orders: PersonDetail['orders']
}

const hold = (orderId: string, orderNo: string, on: boolean) =>
  open(() => import('./hold-sheet.tsx'), { orderId, orderNo, on })

/** Orders whose data is held for a case, beyond every retention period. */
export function HoldsCard({ holds, orders }: HoldsCardProps) {
  const mayHold = useMay('order.override')
  const free = orders.filter(({ orderId }) => !holds.some((one) => one.orderId === orderId))
  async function add() {
    const key = await choose(
      '保全哪个订单的资料',
      free.map(({ orderId, orderNo, modelName }) => ({ key: orderId, label: `${orderNo} ${modelName}` })),
    )
    const order = free.find(({ orderId }) => orderId === key)
    if (order) await hold(order.orderId, order.orderNo, true)
  }
  return (
    <Card
      title="资料保全"
      extra={
        mayHold &&
        free.length > 0 && (
          <Button size="s" onClick={() => void add()}>
            保全订单
          </Button>
        )
      }
    >
      {holds.length === 0 && (
        <Text as="p" pad={[12, 16, 16]} ink={3}>
          事故、理赔、诉讼未了结的订单，保全后到期不清理
        </Text>
      )}
      {holds.map(({ orderId, orderNo, reason, since }) => (
        <Cell
          key={orderId}
          label={<span className="num">{orderNo}</span>}
          note={`${reason} · ${formatLocal(since, 'YYYY-MM-DD')} 起`}
          extra={
            mayHold && (
              <Button size="s" onClick={() => void hold(orderId, orderNo, false)}>
                解除
              </Button>
            )
          }
        />
      ))}
    </Card>
  )
}
