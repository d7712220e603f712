import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Contracts, what they are sealed with, and files. */

export function paperSamples(scene: Scene): Pick<Samples, 'agreement' | 'dispute' | 'media'> {
  const id = idsOf(scene)
  const order = (name: string) => ({ orderId: id(`order.${name}`) })
  return {
    dispute: { make: [order('out')] },
    agreement: {
      templateVersion: [{ type: 1, version: 0 }],
      saveTemplate: [
        {
          type: 4,
          version: 0,
          enabled: true,
          title: '长租合同',
          clauses: [
            { title: '租期', text: '{{承租方}}租用{{车牌号}}，自{{取车时间}}至{{约定还车时间}}', strong: false },
          ],
          consent: '同意',
        },
      ],
      previewTemplate: [
        {
          type: 4,
          title: '长租合同',
          clauses: [
            { title: '租期', text: '{{承租方}}租用{{车牌号}}，自{{取车时间}}至{{约定还车时间}}', strong: false },
          ],
          consent: '同意',
        },
      ],
      saveCertificate: [{ p12: 'AAAA', password: 'Geheim-1' }],
      retireCertificate: [{ certificateId: id('certificate') }],
      saveStamp: [{ mediaId: id('stampPicture') }],
      retireStamp: [{ stampId: id('stamp') }],
      print: [{ agreementId: id('agreement') }],
      sendSms: [{ agreementId: id('agreement'), phone: '13812345678' }],
      signLink: [{ agreementId: id('agreement'), way: 2 }],
      revokeLink: [{ agreementId: id('agreement') }],
      signPage: [{ t: id('linkToken') }],
      signCode: [{ t: 'nobody-made-this-link-x' }],
      sign: [
        {
          t: id('linkToken'),
          smsCode: '123456',
          agree: true,
          hand: Array.from({ length: 30 }, (_, n) => n),
        },
      ],
      verify: [{ c: id('verifyCode') }],
      kinds: [order('detail')],
      facts: [{ ...order('out'), type: 0 }],
      status: [order('out')],
      generatePickup: [{ ...order('arranged'), recordId: id('recordOfArranged'), photoIds: [id('paper')] }],
      generateSwap: [{ agreementId: id('swapAgreement'), photoIds: [id('swapPaper')] }],
      generateRenewal: [{ agreementId: id('renewalAgreement'), photoIds: [id('renewalPaper')] }],
      generateEnd: [{ agreementId: id('endAgreement'), photoIds: [id('endPaper')] }],
      generateReturn: [{ ...order('out'), recordId: id('recordOfReturn'), photoIds: [id('returnPaper')] }],
    },
    media: {
      upload: [{ biz: 'pickup' }],
      presign: [{ uploadKey: 'sample-upload', name: 'a.mp4', size: 9_000_000, biz: 'pickup' }],
      part: [{ mediaId: id('scanned'), no: 0, sha256: '0'.repeat(64) }],
      complete: [{ mediaId: id('scanned'), sha256: '0'.repeat(64) }],
      scanCreate: [{ ...order('out'), purpose: 'voucher' }],
      scanList: [{ scanToken: id('scanToken') }],
      scanRemove: [{ scanToken: id('scanToken'), mediaId: id('scanned') }],
      scanClose: [{ scanToken: id('scanToken') }],
      scanPage: [{ scanToken: id('scanToken') }],
    },
  }
}
