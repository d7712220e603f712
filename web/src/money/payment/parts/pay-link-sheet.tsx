import { formatMoney } from '@cheyi/domain/money'
import type { PayKind } from '@cheyi/domain/money/payment/codes'
import { formatMoment } from '@cheyi/domain/near'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { useEffect, useRef, useState } from 'react'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { ShareLink } from '../../../page/share-link.tsx'
import { MainButton, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { PayCode } from './pay-code.tsx'

interface PayLinkProps extends Asks<boolean> {
  readonly orderId: string
  readonly payKind: PayKind
  readonly refId?: string
  /** Amount that the link currently requests, in fen. */
  readonly amount: number
}

/** The payment page of the customer: shown as a code to scan, or sent as a text message. */
export default function PayLinkSheet({ orderId, payKind, refId, amount, answer }: PayLinkProps) {
  const [made, setMade] = useState<{ url: string; expireAt: number }>()
  const link = useWrite(calls.payment.askLink, { onDone: setMade })
  const text = useWrite(calls.payment.askLink)
  const asked = useRef(false)
  const now = useNow()
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
        <MainButton loading={text.pending} onClick={() => void send()}>
          发短信给客户 {formatMoney(amount)}
        </MainButton>
      }
    >
      <SubjectOf orderId={orderId} />
      <Stack gap={12} align="center" text="center">
        <Money fen={amount} size="display" />
        <PayCode text={made?.url ?? null} label="付款链接的二维码">
          请客户用手机扫码，在自己的手机上办理
          {made && <span className="num">，{formatMoment(made.expireAt, now)} 前有效</span>}
        </PayCode>
        {made && <ShareLink title="付款链接" desc={`请在自己的手机上付款 ${formatMoney(amount)}`} url={made.url} />}
      </Stack>
    </OpenedSheet>
  )
}
