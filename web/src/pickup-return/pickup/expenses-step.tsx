import { formatMoney } from '@cheyi/domain/money'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import type { StepProps } from '../parts/flow.ts'
import { ManualCharges } from '../parts/money/manual-charges.tsx'
import { useExpenses } from '../parts/money/use-expenses.ts'

/** Step 6: what is charged at the counter besides the order. */
export function ExpensesStep({ flow }: StepProps) {
  const { orderId } = flow.task.order
  const expenses = useExpenses({ orderId, type: flow.task.type, items: [] })
  const sum = expenses.manual?.reduce((total, { amount }) => total + amount, 0) ?? 0
  return (
    <Card
      title="附加费用"
      extra={<span className="handover-note num">{sum > 0 ? formatMoney(sum) : '没有可跳过'}</span>}
      className="handover-charges"
    >
      <ManualCharges expenses={expenses} addLabel="添加费用" />
      {sum > 0 && (
        <div className="handover-inset">
          <Notice tone="primary">附加费用在确认交车时一并收取</Notice>
        </div>
      )}
    </Card>
  )
}
