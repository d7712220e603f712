import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useBack } from '../../../kernel/page/pages.tsx'
import { Page } from '../../../page/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { OrderStrip } from './order-strip.tsx'

/** A draft holds no car and no money: only a confirmation is needed. */
export function DropDraft({ order }: { order: OrderDetail }) {
  const cancel = useWrite(calls.order.cancel)
  const back = useBack()
  async function drop() {
    const { orderId, version } = order
    const nobody = { reason: cancelReason.other, responsibility: responsibility.merchant, expectPenalty: 0 }
    if (!(await cancel.run({ orderId, version, ...nobody }))) return
    feedback.toast('草稿已删除')
    back()
  }
  return (
    <Page
      title="删除草稿"
      footer={
        <ActionBar>
          <Button size="l" onClick={back}>
            再想想
          </Button>
          <Button variant="destroy" size="l" block loading={cancel.pending} onClick={() => void drop()}>
            删除草稿
          </Button>
        </ActionBar>
      }
    >
      <OrderStrip order={order} />
      <Notice>草稿没有占用车辆，删除后不能恢复</Notice>
    </Page>
  )
}
