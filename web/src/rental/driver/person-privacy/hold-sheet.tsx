import { driverHoldOrder } from '../../../form/calls/driver-hold-order.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'

interface HoldSheetProps extends Asks<true> {
  readonly orderId: string
  readonly orderNo: string
  readonly on: boolean
}

/** Puts a retention hold on an order's data for a case, or removes it. */
export default function HoldSheet({ orderId, orderNo, on, answer }: HoldSheetProps) {
  const form = useEntry(driverHoldOrder, {
    start: { orderId, on },
    toast: on ? '已保全' : '已解除保全',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={on ? '保全订单资料' : '解除保全'} of={form} action={on ? '保全' : '解除'}>
      <Note>
        订单 {orderNo}
        {on ? '：保全期间，相关资料到期不清理，客户也不能删除' : '：解除后按保存期限清理'}
      </Note>
      <TextAreaField of={form.fields.reason} placeholder={on ? '如 交警调取、保险理赔、诉讼' : '如 案件已结'} />
    </EntrySheet>
  )
}
