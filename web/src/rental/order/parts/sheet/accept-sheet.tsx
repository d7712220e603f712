import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { can } from '@cheyi/domain/step'
import { OrderSubject } from '../../../../booking/order/parts/order-subject.tsx'
import { useDetail, useStaleness } from '../../../../booking/order/parts/use-detail.ts'
import { StaleNotice } from '../../../../form/stale-notice.tsx'
import { calls, feedback, useWrite } from '../../../../kernel/call/calls.ts'
import { isStale } from '../../../../kernel/call/refused.ts'
import { momentText } from '../../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { Answer } from '../../../../page/page.tsx'
import { MainButton } from '../../../../ui/layout.tsx'

/** Accepts a pending order: shows customer, times and other facts before it is confirmed. */
export default function AcceptSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const detail = useDetail(orderId)
  const staleness = useStaleness(orderId)
  const update = useWrite(calls.order.updateStatus, {
    handles: isStale,
    onFailure: (failure) => isStale(failure) && staleness.mark(),
  })
  const order = detail.data
  const verdict = order && can(orderSteps, 'accept', order.status)
  async function accept(version: number) {
    if (!(await update.run({ orderId, status: orderStatus.confirmed, version }))) return
    feedback.toast('已接单')
    answer(true)
  }
  return (
    <OpenedSheet
      title="接单"
      footer={
        <MainButton
          loading={update.pending || order === undefined}
          reason={verdict?.ok === false ? WRONG_STATUS : undefined}
          onClick={() => order && void accept(order.version)}
        >
          接单
        </MainButton>
      }
    >
      <StaleNotice staleness={staleness} />
      <Answer of={detail}>
        {(one) => (
          <OrderSubject
            order={one}
            more={[
              { label: '车型', value: one.model.name },
              { label: '取车', value: momentText(one.pickupAt), note: one.pickupPlace.storeName },
              { label: '还车', value: momentText(one.returnAt), note: one.returnPlace.storeName },
              { label: '总价', value: formatMoney(one.fees.total) },
            ]}
          />
        )}
      </Answer>
    </OpenedSheet>
  )
}
