import { damageKinds } from '@cheyi/domain/damage/codes'
import { depositKind } from '@cheyi/domain/deposit/codes'
import { expenseCode } from '@cheyi/domain/expense/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { partName } from '@cheyi/domain/pickup-return/parts'
import { returnStep } from '@cheyi/domain/pickup-return/steps'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { TextArea } from '../../ui/field/input.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { type Mark, withUploads } from '../parts/entered.ts'
import type { StepProps } from '../parts/flow.ts'
import { type Expenses, useExpenses } from '../parts/money/use-expenses.ts'
import { useSettlement } from './use-settlement.ts'

/** Step 7: why each new damage is there, what it costs the customer, and what is kept for violations. */
export function DamageStep({ flow }: StepProps) {
  const { task, filled, edit, errors, uploads, now } = flow
  const { orderId } = task.order
  const settlement = useSettlement(flow).data
  const expenses = useExpenses({ orderId, type: task.type, items: settlement?.items.filter(({ auto }) => auto) })
  const uploaded = uploads.items.flatMap(({ slot, media }) => (media ? [{ slot, mediaId: media.mediaId }] : []))
  const added = withUploads(filled.marks, uploaded).filter(({ isNew }) => isNew)
  const violation = settlement?.deposits.find(({ kind }) => kind === depositKind.violation)
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
      {added.length === 0 ? (
        <Card pad title="车损登记">
          <Notice tone="success">没有新增损伤</Notice>
          <Button variant="text" onClick={() => flow.steps.to(returnStep.photos)}>
            去标记损伤
          </Button>
        </Card>
      ) : (
        added.map((mark) => {
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
        })
      )}
      <Charged expenses={expenses} />
      <Card pad title="违章">
        <p className="handover-note">
          {violation && violation.available > 0
            ? `违章押金 ${formatMoney(violation.available)} 持有至 ${violation.releaseAt === null ? '到期日' : formatDay(violation.releaseAt, now)}，期间的违章从中扣除`
            : '本单没有违章押金'}
        </p>
      </Card>
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
