import './payment.css'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { formatNear } from '@cheyi/domain/near'
import { can } from '@cheyi/domain/step'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { modeText } from '../parts/deduct-mode.ts'
import { depositScreens } from '../screens.ts'
import { type DepositDetail, givenBackText, resultMark } from './deduct.ts'
import { DeductForm } from './deduct-form.tsx'

/** Deducts charges from the deposit of an order, and shows earlier deductions. */
export default page(depositScreens.payment, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.deposit.detail, { orderId })] as const
  const [order, detail] = useAnswers(...asked)
  const verdict = can(orderSteps, 'deduct', order.status)
  return (
    <DeductForm
      orderId={orderId}
      orderStatus={order.status}
      detail={detail}
      closed={verdict.ok ? null : WRONG_STATUS}
      onStale={() => void refresh(...asked)}
      strip={<OrderLine order={order} />}
      history={<History deductions={detail.deductions} />}
    />
  )
})

type Deduction = DepositDetail['deductions'][number]

/** Earlier deductions with their proofs, the newest first. */
function History({ deductions }: { deductions: readonly Deduction[] }) {
  const now = useNow()
  return (
    <Card pad title="扣款记录">
      {deductions.length === 0 && (
        <Text as="p" ink={3}>
          暂无扣款记录
        </Text>
      )}
      <div className="divided">
        {deductions.map((deduction) => {
          const { id, kind, amount, refunded, mode, result, asked, state, answer, reason, photos, at, operatorName } =
            deduction
          const mark = resultMark(result, state)
          return (
            <div key={id} className="num">
              <Row gap={8}>
                {depositKinds.text(kind)}
                <Tag tone={mark.tone}>{mark.text}</Tag>
                <span className="push">
                  <Money fen={amount} />
                </span>
              </Row>
              <p>{reason}</p>
              <Note>
                {[
                  givenBackText(amount, refunded),
                  asked !== null && asked !== amount && `申请${formatMoney(asked)}`,
                  answer && `平台：${answer}`,
                  modeText(mode),
                  formatNear(at, now),
                  operatorName,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Note>
              <Photos photos={photos} />
            </div>
          )
        })}
      </div>
    </Card>
  )
}
