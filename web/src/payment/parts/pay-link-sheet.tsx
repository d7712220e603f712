import './pay-code.css'
import { signWay } from '@cheyi/domain/agreement/codes'
import { formatMoney } from '@cheyi/domain/money'
import type { PayKind } from '@cheyi/domain/payment/codes'
import { formatClock } from '@cheyi/domain/time'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/show/money.tsx'

const QrCode = lazy(() => import('../../session/parts/qr-code.tsx'))

interface PayLinkProps extends Asks<boolean> {
  readonly orderId: string
  readonly payKind: PayKind
  readonly refId?: string
  /** What the link asks for now, fen. */
  readonly amount: number
}

/** The customer's own page to pay on: its code for a phone at hand, or sent as a text message. */
export default function PayLinkSheet({ orderId, payKind, refId, amount, answer }: PayLinkProps) {
  const [made, setMade] = useState<{ url: string; expireAt: number }>()
  const link = useWrite(calls.payment.askLink, { onDone: setMade })
  const text = useWrite(calls.payment.askLink)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void link.run({ orderId, payKind, refId, way: signWay.qr })
  }, [link, orderId, payKind, refId])
  async function send() {
    const sent = await text.run({ orderId, payKind, refId, way: signWay.sms })
    if (!sent) return
    feedback.toast(`付款链接已发送至 ${sent.sentTo}`)
    answer(true)
  }
  return (
    <OpenedSheet
      title="付款链接"
      footer={
        <Button variant="primary" size="l" block loading={text.pending} onClick={() => void send()}>
          发短信给客户 {formatMoney(amount)}
        </Button>
      }
    >
      <div className="pay-code">
        <p className="pay-code-amount">
          <Money fen={amount} />
        </p>
        <div className="pay-code-box">
          <Suspense fallback={<Waiting />}>
            {made ? <QrCode text={made.url} label="付款链接的二维码" /> : <Waiting />}
          </Suspense>
        </div>
        <p className="pay-code-note" role="status">
          请客户用手机扫码，在自己的手机上付款
          {made && <span className="num">，明日 {formatClock(made.expireAt)} 前有效</span>}
        </p>
      </div>
    </OpenedSheet>
  )
}

const Waiting = () => <span className="pay-code-wait">正在生成付款链接…</span>
