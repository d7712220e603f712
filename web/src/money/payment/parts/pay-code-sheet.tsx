import { formatMoney } from '@cheyi/domain/money'
import { type PayWay, paymentStatus, payWays } from '@cheyi/domain/money/payment/codes'
import { isClosedPayment, isInFlight, isSucceeded } from '@cheyi/domain/money/payment/steps'
import { formatClock } from '@cheyi/domain/time'
import { useEffect, useState } from 'react'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { calls, feedback, refreshAfter, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Spinner } from '../../../ui/show/spinner.tsx'
import { PayCode } from './pay-code.tsx'
import type { CodePart } from './taking/use-codes.ts'

/** Poll interval while the code is shown, in milliseconds. */
const LOOK = 3000

interface PayCodeProps extends Asks<boolean> {
  readonly orderId: string
  readonly paymentId: string
  readonly payWay: PayWay
  /** What is paid, for example 租车押金. */
  readonly name: string
  /** Amount in fen. */
  readonly amount: number
  /** The parts already paid by earlier codes, and the total number of codes. */
  readonly before?: readonly CodePart[]
  readonly count?: number
  /** The payment is only authorized as a hold; no money is paid. */
  readonly hold?: boolean
  /** The action that follows automatically after the payment, for example 确认还车. */
  readonly then?: string
}

/** The code that the customer scans to pay. Answers whether the payment succeeded. */
export default function PayCodeSheet({
  orderId,
  paymentId,
  payWay,
  name,
  amount,
  before = [],
  count = 1,
  hold = false,
  then,
  answer,
}: PayCodeProps) {
  const [act, code] = hold ? ['授权', '授权码'] : ['收款', '收款码']
  /** The payment to poll. It is replaced after the clerk has scanned the customer's own code. */
  const [awaited, setAwaited] = useState(paymentId)
  const scanned = awaited !== paymentId
  const state = useRead(calls.payment.query, { paymentId: awaited }, { freshFor: 0, every: LOOK })
  const cancel = useWrite(calls.payment.cancel)
  const { status = paymentStatus.waiting, qr = null, expiresAt = null, failReason = null } = state.data ?? {}
  const paid = isSucceeded(status)
  useEffect(() => {
    if (!paid) return
    // The payment completes on the server, so reload the same data as after a payment at the counter.
    refreshAfter(hold ? calls.deposit.pay : calls.payment.collect)
    feedback.toast(`已${act}`)
    answer(true)
  }, [paid, answer, act, hold])

  async function giveUp() {
    const closed = await cancel.run({ paymentId: awaited })
    if (closed !== null && isClosedPayment(closed.status)) {
      feedback.toast(`已取消${act}`)
      answer(false)
    } else void state.refetch()
  }

  async function scan() {
    const charged = await open(() => import('./scan-pay-code-sheet.tsx'), { paymentId: awaited, amount })
    if (charged !== undefined) setAwaited(charged)
  }

  return (
    <OpenedSheet
      title={[`${payWays.text(payWay)}${act}${count > 1 ? ` ${before.length + 1}/${count}` : ''}`, name].join(' · ')}
      footer={
        isInFlight(status) && (
          <Button size="l" block loading={cancel.pending} onClick={() => void giveUp()}>
            取消{act}
          </Button>
        )
      }
    >
      <SubjectOf orderId={orderId} />
      <Stack gap={12} align="center" text="center">
        <Money fen={amount} size="display" />
        {before.length > 0 && (
          <Note num>已收 {before.map((part) => `${part.name} ${formatMoney(part.amount)}`).join('、')}</Note>
        )}
        {isInFlight(status) && scanned ? (
          <Row as="p" gap={8} justify="center" role="status">
            <Spinner />
            请客户在手机上确认付款
          </Row>
        ) : isInFlight(status) ? (
          <PayCode text={qr && new URL(qr, location.origin).href} label={`${payWays.text(payWay)}${code}`}>
            请客户用{payWays.text(payWay)}扫码{hold ? '授权，不扣款' : '付款'}
            {expiresAt !== null && <span className="num">，{formatClock(expiresAt)} 前有效</span>}
            {then !== undefined && `，付款后自动${then}`}
          </PayCode>
        ) : (
          <Notice>{paid ? `已${act}` : (failReason ?? `${act}已取消，请重新${act}`)}</Notice>
        )}
        {isInFlight(status) && !hold && !scanned && (
          <Button variant="text" onClick={() => void scan()}>
            扫客户付款码
          </Button>
        )}
      </Stack>
    </OpenedSheet>
  )
}
