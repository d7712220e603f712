import { type OrderKind, orderKind } from '@cheyi/domain/order/kind'
import { profileOf } from '@cheyi/domain/order/kinds'
import { screen, text } from '../kernel/page/screen.ts'

export function mediaScreensOf(kind: OrderKind) {
  const { base, pageKey } = profileOf(kind)
  return {
    scanUpload: screen({
      path: `${base}/scan-upload`,
      name: `${pageKey.replace('.list', '')}.scanUpload`,
      title: '上传照片',
      permission: ['order.voucher'],
      also: pageKey,
      opener: 'scanToken',
      /** `scanToken`: what the QR code on the counter holds. */
      search: { scanToken: text },
      narrow: true,
      file: 'media/scan-upload',
    }),
  }
}

export const mediaScreens = mediaScreensOf(orderKind.short)
