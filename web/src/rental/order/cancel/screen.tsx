import './cancel.css'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useBack } from '../../../kernel/page/pages.tsx'
import { askAhead, Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Notice } from '../../../ui/layout.tsx'
import { orderScreens } from '../screens.ts'
import { CancelForm } from './cancel-form.tsx'
import { OrderStrip } from './order-strip.tsx'

/** The current tier changes with time, so the rule is read again while the page is open. */
const ruleOf = (orderId: string) => ask(calls.order.cancelRule, { orderId }, { freshFor: 0, every: 60_000 })

/** Cancels an order before its pickup; shows the penalty before the confirmation. */
export default page(orderScreens.cancel, ({ orderId }) => {
  askAhead(ruleOf(orderId))
  const [order] = useAnswers(ask(calls.order.detail, { orderId }))
  return can(orderSteps, 'editDraft', order.status).ok ? <DropDraft order={order} /> : <Cancel order={order} />
})

function Cancel({ order }: { order: OrderDetail }) {
  const asked = ruleOf(order.orderId)
  const [rule] = useAnswers(asked)
  return <CancelForm order={order} rule={rule} onRule={() => void refresh(asked)} />
}

/** A draft holds no car and no money: only a confirmation is needed. */
function DropDraft({ order }: { order: OrderDetail }) {
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
