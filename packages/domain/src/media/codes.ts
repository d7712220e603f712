import { enumeration } from '../enumeration.ts'

export const mediaStates = enumeration({
  uploading: [0, '待上传'],
  processing: [1, '处理中'],
  ready: [2, '可用'],
  refused: [3, '已拒绝'],
  deleted: [4, '已删除'],
})
export const mediaState = mediaStates.code

/** Parts of it are still to come. */
export const isComing = (state: number): boolean => state === mediaState.uploading
/** It may be named and looked at. */
export const isWhole = (state: number): boolean => state === mediaState.ready
