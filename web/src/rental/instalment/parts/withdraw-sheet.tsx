import { instalmentWithdrawEnd } from '../../../form/calls/instalment-withdraw-end.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'

interface WithdrawProps {
  readonly orderId: string
  /** The last date of the contract without the agreed end. */
  readonly contractEnd: string
}

/** Withdraws an agreed end before the car is due: the contract continues as sold. */
export default reasonSheet(instalmentWithdrawEnd, ({ orderId, contractEnd }: WithdrawProps) => ({
  title: '撤销提前退租',
  action: '撤销提前退租',
  usual: ['客户继续租用', '日期选错', '登记有误'],
  start: { orderId },
  toast: ({ moved }) => (moved > 0 ? `已撤销，${moved}个订单改派其他车辆` : '已撤销提前退租'),
  about: (
    <Note>
      合同恢复至 {contractEnd} 到期，不再收取的各期恢复原样；已排此车的订单改派其他车辆，没有其他车辆时不能撤销
    </Note>
  ),
}))
