import { instalmentWithdrawEnd } from '../../../form/calls/instalment-withdraw-end.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'

interface WithdrawProps extends Asks<boolean> {
  readonly orderId: string
  /** The last date of the contract without the agreed end. */
  readonly contractEnd: string
}

/** Withdraws an agreed end before the car is due: the contract continues as sold. */
export default function WithdrawSheet({ orderId, contractEnd, answer }: WithdrawProps) {
  const form = useEntry(instalmentWithdrawEnd, {
    start: { orderId },
    toast: ({ moved }) => (moved > 0 ? `已撤销，${moved}个订单改派其他车辆` : '已撤销提前退租'),
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="撤销提前退租"
      of={form}
      action="撤销提前退租"
      field={form.fields.reason}
      usual={['客户继续租用', '日期选错', '登记有误']}
    >
      <Note>
        合同恢复至 {contractEnd} 到期，不再收取的各期恢复原样；已排此车的订单改派其他车辆，没有其他车辆时不能撤销
      </Note>
    </ReasonSheet>
  )
}
