import { orderKind } from '@cheyi/domain/booking/order/kind'
import { perKind } from '@cheyi/domain/booking/order/kinds'
import { screen, text } from '../../kernel/page/screen.ts'

export const mediaScreensOf = perKind(({ base, pageKey, feature }) => ({
  scanUpload: screen({
    path: `${base}/scan-upload`,
    name: `${feature}.scanUpload`,
    title: '上传照片',
    permission: ['order.voucher'],
    also: pageKey,
    opener: 'scanToken',
    /** `scanToken`: the content of the QR code. */
    search: { scanToken: text },
    narrow: true,
    file: 'platform/media/scan-upload',
  }),
}))

export const mediaScreens = mediaScreensOf(orderKind.short)
