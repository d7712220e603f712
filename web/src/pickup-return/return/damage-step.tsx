import { damageKinds } from '@cheyi/domain/damage/codes'
import { expenseCode } from '@cheyi/domain/expense/codes'
import { formatMoney } from '@cheyi/domain/money'
import { partName } from '@cheyi/domain/pickup-return/parts'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { TextArea } from '../../ui/field/input.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { type Mark, withUploads } from '../parts/entered.ts'
import type { StepProps } from '../parts/flow.ts'
import type { Settlement } from '../parts/handover.ts'
import { type Expenses, useExpenses } from '../parts/money/use-expenses.ts'

/** Step 7: why each new damage is there, or what it costs the customer. */
export function DamageStep({ flow, settlement }: StepProps & { readonly settlement: Settlement | undefined }) {
  const { task, filled, edit, errors, uploads } = flow
  const { orderId } = task.order
  const expenses = useExpenses({ orderId, type: task.type, items: settlement?.items.filter(({ auto }) => auto) })
  const uploaded = uploads.items.flatMap(({ slot, media }) => (media ? [{ slot, mediaId: media.mediaId }] : []))
  const added = withUploads(filled.marks, uploaded).filter(({ isNew }) => isNew)
  const setReason = (mark: Mark, reason: string) =>
    edit({ marks: filled.marks.map((one) => (one.markId === mark.markId ? { ...one, reason } : one)) })
  const charge = (mark: Mark) =>
    void open(() => import('../parts/money/expense-sheet.tsx'), {
      charged: expenses.charged,
      charge: {
        code: expenseCode.damage,
        remark: `${partName(mark.part)}${damageKinds.text(mark.kind)}`,
      },
    })
  return (
    <>
      {added.map((mark) => {
        const name = `${partName(mark.part)} ${damageKinds.text(mark.kind)}`
        return (
          <Card
            key={mark.markId}
            pad
            title={name}
            extra={<span className="handover-note num">{mark.photoIds.length} 图</span>}
          >
            <div className="handover-stack">
              <Field
                label="原因"
                layout="stack"
                error={mark.reason.trim() === '' ? errors.marks : undefined}
                hint="不收费的写明原因，如客户出发前已有、雨刮自然老化"
              >
                <TextArea
                  value={mark.reason}
                  maxLength={200}
                  onChange={(event) => setReason(mark, event.target.value)}
                />
              </Field>
              <Button variant="tint" icon="yuan" loading={settlement === undefined} onClick={() => charge(mark)}>
                收取车损费用
              </Button>
            </div>
          </Card>
        )
      })}
      <Charged expenses={expenses} />
    </>
  )
}

/** What is charged for damage so far. */
function Charged({ expenses }: { expenses: Expenses }) {
  const charges = expenses.manual?.filter(({ code }) => code === expenseCode.damage) ?? []
  if (charges.length === 0) return null
  return (
    <Notice tone="primary">
      {charges.map(({ remark, amount }) => `${remark || '车损'} ${formatMoney(amount)}`).join('；')}
      ，可在费用项中修改
    </Notice>
  )
}
