import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Grow } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { StepProps } from '../parts/flow.ts'
import type { Settlement } from '../parts/handover.ts'
import { ChargeRow } from '../parts/money/charge-row.tsx'
import { ManualCharges } from '../parts/money/manual-charges.tsx'
import { useExpenses } from '../parts/money/use-expenses.ts'
import { useEditMark } from '../parts/photo/damage-card.tsx'

/** Step 6: computed charges, which can be lowered, and manual charges. */
export function ExpensesStep({ flow, settlement }: StepProps & { readonly settlement: Settlement | undefined }) {
  const { orderId } = flow.task.order
  const items = settlement?.items.filter(({ auto }) => auto)
  const autos = items ?? []
  const expenses = useExpenses({ orderId, type: flow.task.type, items })
  const ask = useEditMark(flow)
  function editMark(markId: string | null) {
    const mark = flow.filled.marks.find((one) => one.markId === markId)
    return mark && (() => void ask(mark))
  }
  const mayLower = useMay('order.discount')
  const used = expenses.manual?.map(({ code }) => code) ?? []
  return (
    <Card
      title="额外费用"
      extra={autos.length > 0 ? `系统已算 ${autos.length} 项${mayLower ? '，可改' : ''}` : '系统费用 0 项'}
      className="handover-charges"
    >
      {autos.map((item) => (
        <ChargeRow
          key={item.code}
          name={item.name}
          tags={
            <>
              <Tag tone="primary">自动</Tag>
              {item.autoAmount !== null && item.amount < item.autoAmount && <Tag tone="success">已减免</Tag>}
            </>
          }
          note={[item.formula, item.remark].filter(Boolean).join(' · ')}
          amount={item.amount}
          onEdit={
            mayLower
              ? () => void open(() => import('./lower-sheet.tsx'), { charged: expenses.charged, item })
              : undefined
          }
        />
      ))}
      {expenses.ofMarks.map((charge) => (
        <ChargeRow
          key={charge.markId}
          name={charge.name}
          tags={charge.photos.length > 0 && <Tag>{charge.photos.length} 图</Tag>}
          note={charge.remark}
          amount={charge.amount}
          onEdit={editMark(charge.markId)}
        />
      ))}
      <ManualCharges expenses={expenses} addLabel="其他费用">
        {(begin) =>
          !used.includes(expenseCode.parking) && (
            <div className="cell handover-charge">
              <Grow>
                停车与过路费
                <small className="block">按票据实收</small>
              </Grow>
              <Button size="s" onClick={() => begin({ code: expenseCode.parking })}>
                添加
              </Button>
            </div>
          )
        }
      </ManualCharges>
    </Card>
  )
}
