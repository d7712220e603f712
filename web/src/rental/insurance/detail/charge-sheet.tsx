import { formatMoney } from '@cheyi/domain/money'
import { shareTotal } from '@cheyi/domain/rental/insurance/insurance-case'
import { insuranceCharge } from '../../../form/calls/insurance-charge.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { InsuranceCase } from '../parts/insurance-words.ts'

/** Requests excess and loss of use from the customer. */
export default function ChargeSheet({ one, answer }: { readonly one: InsuranceCase } & Asks<true>) {
  const { caseId, version } = one
  const form = useEntry(insuranceCharge, {
    start: { caseId, version },
    toast: '已向客户收取，待付款',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  const total = shareTotal({
    excess: value.excess ?? 0,
    downtimeDays: value.downtimeDays ?? 0,
    downtimeFee: value.downtimeFee ?? 0,
  })
  return (
    <EntrySheet title="向客户收取" of={form} action={total > 0 ? `收取 ${formatMoney(total)}` : '收取'}>
      <FenField of={fields.excess} hint="合同或保单约定由客户承担的部分" />
      <NumberField of={fields.downtimeDays} unit="天" />
      <FenField of={fields.downtimeFee} suffix="/天" />
      <Notice>生成一笔补款，客户可在线支付，也可在还车结算时从押金扣除</Notice>
    </EntrySheet>
  )
}
