import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { useEffect, useEffectEvent } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { ShareLink } from '../../../page/share-link.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'

interface SignQrProps extends Asks<true> {
  readonly url: string
  readonly orderId: string
  readonly agreementId: string
}

/** The signing link as a QR code for the customer's phone; closes once they have signed, which the card behind polls. */
export default function SignQrSheet({ url, orderId, agreementId, answer }: SignQrProps) {
  const papers = useRead(calls.agreement.status, { orderId }).data
  const isSigned = papers?.some((paper) => paper.agreementId === agreementId && isBinding(paper.status)) ?? false
  const signed = useEffectEvent(() => answer(true))
  useEffect(() => {
    if (isSigned) signed()
  }, [isSigned])
  return (
    <OpenedSheet title="扫码签署合同">
      <Stack gap={12} align="center">
        <QrCode text={url} label="签署合同的二维码" />
        <Note text="center">请客户用自己的手机扫码，阅读后用短信验证码与手写签名签署。72小时内有效。</Note>
        <ShareLink title="租车合同" desc="请在自己的手机上阅读并签署" url={url} />
      </Stack>
    </OpenedSheet>
  )
}
