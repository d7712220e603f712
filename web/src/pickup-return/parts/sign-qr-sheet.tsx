import { lazy, Suspense } from 'react'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { SkeletonBar } from '../../ui/frame/skeleton.tsx'

const QrCode = lazy(() => import('../../session/parts/qr-code.tsx'))

/** The link to sign, for the customer's own phone. */
export default function SignQrSheet({ url }: Asks<never> & { readonly url: string }) {
  return (
    <OpenedSheet title="扫码签署合同">
      <div className="handover-sheet agreement-qr">
        <Suspense fallback={<SkeletonBar width={240} height={240} />}>
          <QrCode text={url} label="签署合同的二维码" />
        </Suspense>
        <p className="handover-note">请客户用自己的手机扫码，阅读后用短信验证码与手写签名签署。72小时内有效。</p>
      </div>
    </OpenedSheet>
  )
}
