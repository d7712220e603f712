import { agreementType } from '@cheyi/domain/agreement/codes'
import { isVoid } from '@cheyi/domain/agreement/steps'
import { formatMoment } from '@cheyi/domain/near'
import { profileOf } from '@cheyi/domain/order/kinds'
import { orderSteps } from '@cheyi/domain/order/steps'
import { can } from '@cheyi/domain/step'
import { useNow } from '../../kernel/now.ts'
import { useMay } from '../../kernel/user.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Note } from '../../ui/layout.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import type { OrderDetail } from './order-words.ts'
import { useDetail } from './use-detail.ts'

interface MendSheetProps extends Asks<{ readonly what: 'customer' | 'period' | string; readonly order: OrderDetail }> {
  readonly orderId: string
}

/** What of a booking may be put right, and of the rest why not; answers with it, or with the page that does it. */
export default function MendSheet({ orderId, answer }: MendSheetProps) {
  const now = useNow()
  const { data: order } = useDetail(orderId)
  const holds = useMay('order.modify')
  if (!order) return null
  const { base, counts } = profileOf(order.orderKind)
  const paper = order.agreements.some(({ type, status }) => type === agreementType.pickup && !isVoid(status))
  const cancel = order.actions.find(({ code }) => code === 'cancel')
  const whyPeriod = counts === 'hours' ? undefined : '长租订单请取消后重新下单'
  return (
    <OpenedSheet title="改单" flush>
      {!holds && <Note pad={[0, 16, 8]}>下单1小时内、没有款项退出时，下单人可以修改</Note>}
      <Cell
        label="客户"
        note={paper ? '合同已生成，不能再修改客户' : `${order.contactName} ${order.phone}`}
        onClick={paper ? undefined : () => answer({ what: 'customer', order })}
      />
      <Cell
        label="还车时间"
        note={whyPeriod ?? formatMoment(order.returnAt, now)}
        onClick={whyPeriod ? undefined : () => answer({ what: 'period', order })}
      />
      <Cell label="取车时间、车型、门店" note="请取消后重新下单" />
      {cancel && can(orderSteps, 'cancel', order.status).ok && (
        <Cell label="取消订单" note="先显示违约金再确认" onClick={() => answer({ what: `${base}/cancel`, order })} />
      )}
    </OpenedSheet>
  )
}
