import { formatMoney } from '@cheyi/domain/money'
import { insuranceTakeBack } from '../../../form/calls/insurance-take-back.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'

interface TakeBackProps extends Asks<true> {
  readonly receiptId: string
  readonly amount: number
}

/** Takes back a receipt that was entered by mistake. */
export default function TakeBackSheet({ receiptId, amount, answer }: TakeBackProps) {
  const form = useEntry(insuranceTakeBack, {
    start: { receiptId },
    toast: '到账已撤销',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="撤销到账"
      of={form}
      field={form.fields.reason}
      usual={['金额有误', '登记到别的案件', '重复登记']}
      action="撤销"
      variant="danger"
    >
      <Notice>{formatMoney(amount)} 从银行存款冲回，案件回到待赔付</Notice>
    </ReasonSheet>
  )
}
