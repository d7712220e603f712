import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { depositAgreeLong } from '../../../form/calls/deposit-agree-long.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'
import type { DepositRow } from './deposit-words.ts'

interface AmountProps extends Asks<boolean> {
  readonly order: OrderDetail
  readonly row: DepositRow
}

/** Changes the agreed deposit of a long rental before it is collected. */
export default function AmountSheet({ order, row, answer }: AmountProps) {
  const form = useEntry(depositAgreeLong, {
    start: { orderId: order.orderId, kind: row.kind, amount: row.amount, version: order.version },
    toast: '押金已修改',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={`修改${depositKinds.text(row.kind)}`} of={form} action="保存">
      <FenField of={form.fields.amount} />
      <Note>低于规则的金额和免收（填 0）需要免押权限；已收的押金请用「补足或更换」</Note>
    </EntrySheet>
  )
}
