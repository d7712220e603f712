import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Note, Stack } from '../../ui/layout.tsx'
import { QrCode } from '../../ui/media/later.tsx'

/** The link to sign, for the customer's own phone. */
export default function SignQrSheet({ url }: Asks<never> & { readonly url: string }) {
  return (
    <OpenedSheet title="扫码签署合同">
      <Stack gap={12} align="center" className="agreement-qr">
        <QrCode text={url} label="签署合同的二维码" />
        <Note>请客户用自己的手机扫码，阅读后用短信验证码与手写签名签署。72小时内有效。</Note>
      </Stack>
    </OpenedSheet>
  )
}
