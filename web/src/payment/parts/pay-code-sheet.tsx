import './pay-code.css'
import { type PayWay, paymentStatus, payWays } from '@cheyi/domain/payment/codes'
import { isClosedPayment, isInFlight, isSucceeded } from '@cheyi/domain/payment/steps'
import { formatClock } from '@cheyi/domain/time'
import { lazy, Suspense, useEffect } from 'react'
import { calls } from '../../kernel/call/calls.gen.ts'
import { refreshAfter, useRead, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Money } from '../../ui/show/money.tsx'

const QrCode = lazy(() => import('../../session/parts/qr-code.tsx'))

/** How often the provider is asked while the code is looked at, ms. */
const LOOK = 3000

interface PayCodeProps extends Asks<boolean> {
  readonly paymentId: string
  readonly payWay: PayWay
  /** Fen. */
  readonly amount: number
}

/** The code that a customer scans to pay, until they have; its answer is whether they did. */
export default function PayCodeSheet({ paymentId, payWay, amount, answer }: PayCodeProps) {
  const state = useRead(calls.payment.query, { paymentId }, { freshFor: 0, every: LOOK, quiet: true })
  const cancel = useWrite(calls.payment.cancel)
  const { status = paymentStatus.waiting, qr = null, expiresAt = null, failReason = null } = state.data ?? {}
  const paid = isSucceeded(status)
  useEffect(() => {
    if (!paid) return
    // As if it had been taken at the counter.
    refreshAfter(calls.payment.collect)
    feedback.toast('已收款')
    answer(true)
  }, [paid, answer])

  async function giveUp() {
    const closed = await cancel.run({ paymentId })
    if (closed !== null && isClosedPayment(closed.status)) {
      feedback.toast('已取消收款')
      answer(false)
    } else void state.refetch()
  }

  return (
    <OpenedSheet
      title={`${payWays.text(payWay)}收款`}
      footer={
        isInFlight(status) && (
          <Button size="l" block loading={cancel.pending} onClick={() => void giveUp()}>
            取消收款
          </Button>
        )
      }
    >
      <div className="pay-code">
        <p className="pay-code-amount">
          <Money fen={amount} />
        </p>
        {isInFlight(status) ? (
          <>
            <div className="pay-code-box">
              <Suspense fallback={<Waiting />}>
                {qr === null ? (
                  <Waiting />
                ) : (
                  <QrCode text={new URL(qr, location.origin).href} label={`${payWays.text(payWay)}收款码`} />
                )}
              </Suspense>
            </div>
            <p className="pay-code-note" role="status">
              请客户用{payWays.text(payWay)}扫码付款
              {expiresAt !== null && <span className="num">，{formatClock(expiresAt)} 前有效</span>}
            </p>
          </>
        ) : (
          <Notice>{paid ? '已收款' : (failReason ?? '收款已取消，请重新收款')}</Notice>
        )}
      </div>
    </OpenedSheet>
  )
}

const Waiting = () => <span className="pay-code-wait">正在生成收款码…</span>
