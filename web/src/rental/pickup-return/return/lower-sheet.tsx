import { formatMoney } from '@cheyi/domain/money'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { useTyped } from '../../../form/use-problems.ts'
import type { Asks } from '../../../page/opened.tsx'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { Note } from '../../../ui/layout.tsx'
import { chargeRules, loweringProblems } from '../parts/money/expense-input.ts'
import { type Charged, useExpenses } from '../parts/money/use-expenses.ts'
import type { Settlement } from '../parts/types.ts'

interface LowerSheetProps extends Asks<true> {
  readonly charged: Charged
  readonly item: Settlement['items'][number]
}

interface Lowered {
  readonly amount: number | null
  readonly remark: string
}

/** Waives a computed charge, in part or fully, with a reason. */
export default function LowerSheet({ charged, item, answer }: LowerSheetProps) {
  const expenses = useExpenses(charged)
  const full = item.autoAmount ?? item.amount
  const start: Lowered = { amount: item.amount, remark: item.remark }
  const { value, problems, write, isWhole, frame } = useTyped(start, (typed) =>
    loweringProblems(full, typed.amount, typed.remark),
  )
  const { amount, remark } = value
  const cut = amount === null ? 0 : full - amount

  async function send() {
    if (!isWhole() || amount === null) return
    if (await expenses.lower(item, amount, remark)) answer(true)
  }
  return (
    <EntrySheet
      title={item.name}
      of={{ send, pending: expenses.saving, frame }}
      action={cut > 0 ? `减免 ${formatMoney(cut)}` : '保存费用'}
    >
      <Note num>
        系统计算 {formatMoney(full)}
        {item.formula && `：${item.formula}`}
      </Note>
      <Field label="实收金额" error={problems.amount} hint="只能调低，填 0.00 为全部减免">
        <AmountInput value={amount} onChange={(next) => write({ amount: next })} />
      </Field>
      <Field label="减免原因" error={problems.remark}>
        <TextArea
          value={remark}
          maxLength={chargeRules.remark.max?.[0]}
          onChange={({ target }) => write({ remark: target.value })}
        />
      </Field>
    </EntrySheet>
  )
}
