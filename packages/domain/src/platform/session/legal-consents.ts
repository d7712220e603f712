import type { LegalText } from './legal-text.ts'

/* Consents of customers besides the rental, each one paragraph. */

const first = { version: '1.0', updatedOn: '2026-11-20', effectiveOn: '2026-11-20', sections: [] } as const

export const documentsConsent: LegalText = {
  ...first,
  title: '证件照片留存同意',
  preamble: ['客户同意留存证件照片，用于租车核验，并可由识别服务读取'],
}

export const faceConsent: LegalText = {
  ...first,
  title: '人脸拍摄同意',
  preamble: ['客户同意拍摄人脸，仅用于核验本人'],
}
