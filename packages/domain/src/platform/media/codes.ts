import { enumeration } from '../../enumeration.ts'

export const mediaStates = enumeration({
  uploading: [0, '待上传'],
  processing: [1, '处理中'],
  ready: [2, '可用'],
  refused: [3, '已拒绝'],
  deleted: [4, '已删除'],
})
export const mediaState = mediaStates.code

/** Uses of files, by their kind of business. */
export const fileUses: Readonly<Record<string, string>> = {
  pickup: '取车照片',
  return: '还车照片',
  person: '证件照片',
  voucher: '收付款凭证',
  remark: '备注图片',
  expense: '费用凭证',
  deposit: '押金扣款凭证',
  agreement: '纸质合同',
  signature: '签名',
  vehicle: '车辆资料',
  store: '门店图片',
  model: '车型图片',
  merchant: '商家资料',
  import: '导入表格',
  ticket: '工单照片',
  violation: '违章凭证',
}

/** The upload is not complete. */
export const isComing = (state: number): boolean => state === mediaState.uploading
/** Uploaded completely, so that it can be referenced and shown. */
export const isWhole = (state: number): boolean => state === mediaState.ready
