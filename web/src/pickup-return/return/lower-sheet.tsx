import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { AmountInput, TextArea } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type ChargeProblems, loweringProblems } from '../parts/expense-input.ts'
import type { Settlement } from '../parts/handover.ts'
import type { Expenses } from '../parts/use-expenses.ts'

interface LowerSheetProps {
  readonly item: Settlement['items'][number]
  readonly expenses: Expenses
  readonly open: boolean
  readonly onClose: () => void
}

/** Lets the customer off a computed charge, in part or whole, with a reason. */
export function LowerSheet({ item, expenses, open, onClose }: LowerSheetProps) {
  const full = item.autoAmount ?? item.amount
  const [amount, setAmount] = useState<number | null>(item.amount)
  const [remark, setRemark] = useState(item.remark)
  const [wrong, setWrong] = useState<ChargeProblems>({})
  const { frame, showFirst } = useFirstError()
  const cut = amount === null ? 0 : full - amount

  async function submit() {
    const problems = loweringProblems(full, amount, remark)
    setWrong(problems)
    if (Object.keys(problems).length > 0 || amount === null) return showFirst()
    if (await expenses.lower(item, amount, remark)) onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={item.name}
      footer={
        <Button variant="primary" size="l" block loading={expenses.saving} onClick={submit}>
          {cut > 0 ? `减免 ${formatMoney(cut)}` : '保存费用'}
        </Button>
      }
    >
      <div ref={frame} className="handover-sheet">
        <p className="handover-note num">
          系统计算 {formatMoney(full)}
          {item.formula && `：${item.formula}`}
        </p>
        <Field label="实收金额" layout="stack" error={wrong.amount} hint="只能调低，填 0.00 为全部减免">
          <AmountInput look="box" value={amount} onChange={setAmount} />
        </Field>
        <Field label="减免原因" layout="stack" error={wrong.remark}>
          <TextArea value={remark} maxLength={200} onChange={(event) => setRemark(event.target.value)} />
        </Field>
      </div>
    </Sheet>
  )
}
