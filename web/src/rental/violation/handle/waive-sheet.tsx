import { formatMoney } from '@cheyi/domain/money'
import { violationWaive } from '../../../form/calls/violation-waive.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Waives the uncollected rest, with a reason. */
export default function WaiveSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version, claim } = violation
  const form = useEntry(violationWaive, {
    start: { violationId, version },
    toast: '已免除',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="免除违章费用"
      of={form}
      field={form.fields.reason}
      usual={['老客户优惠', '责任有争议', '金额较小', '客户失联']}
      action={`免除 ${formatMoney(claim?.due ?? 0)}`}
    >
      <Notice>免除的是未收部分；已代缴的罚款计入商家支出，不能再向客户收取</Notice>
    </ReasonSheet>
  )
}
