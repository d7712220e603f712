/* The requests that the web and the native shell around it may send each other. channel.ts carries them. */

export interface NativeImage {
  readonly mediaId: string
  readonly path: string
  readonly url: string
  readonly w: number
  readonly h: number
  /** Epoch ms. */
  readonly takenAt: number
  readonly lat?: number
  readonly lng?: number
}

/** `queued`: from native version 8 on, the shell continues the upload by itself. */
export type NativeVideo =
  | {
      readonly mediaId: string
      readonly path: string
      readonly url: string
      readonly size: number
      readonly duration: number
    }
  | { readonly mediaId: string; readonly queued: true }

type Upload = { readonly biz: string; readonly bizId: string; readonly watermark?: string }

/** [request, answer]; positions are GCJ-02. */
export interface Bridge {
  map: [
    { mode: 'view' | 'navigate' | 'pick'; lat?: number; lng?: number; name?: string; address?: string },
    { opened: true } | { lat: number; lng: number; name?: string; address: string },
  ]
  bindWechat: [Record<string, never>, { code: string }]
  downloadImage: [{ url: string; fileName: string }, { saved: true }]
  share: [
    { title: string; desc: string; url: string; image?: string; target: 'session' | 'timeline' },
    { shared: true },
  ]
  uploadVideo: [Upload & { max: number; maxSeconds: number }, { items: readonly NativeVideo[] }]
  uploadImage: [Upload & { max: number; source: 'camera' | 'album' | 'both' }, { items: readonly NativeImage[] }]
  /** `data` without prefix, at most 2 MB. */
  uploadBase64: [
    Omit<Upload, 'watermark'> & { data: string; mime: 'image/png' | 'image/jpeg'; name: string },
    { mediaId: string; path: string; url: string },
  ]
  /** null removes. */
  putStorage: [{ key: 'token' | 'merchantId' | 'storeId' | 'taskManage'; value: string | null }, { ok: true }]
  openHelloApp: [{ path: string }, { opened: true }]
}
export type BridgeType = keyof Bridge

/** Messages without an answer. */
export interface BridgeNotices {
  'invalid-token': Record<string, never>
}

/** Requests of the shell to the web: [payload, answer]. */
export interface ShellRequests {
  token: [{ token: string }, { ok: boolean }]
  resume: [Record<string, never>, Record<string, never>]
  back: [Record<string, never>, { handled: boolean }]
  network: [{ online: boolean }, Record<string, never>]
}
export type ShellHandlers = {
  readonly [K in keyof ShellRequests]: (payload: ShellRequests[K][0]) => ShellRequests[K][1]
}

export type BridgeCode =
  | 'UNSUPPORTED'
  | 'CANCELLED'
  | 'DENIED'
  | 'BAD_PAYLOAD'
  | 'TIMEOUT'
  | 'FAILED'
  /** The answer is not of the agreed shape. */
  | 'MISMATCH'
  /** The answer is no JSON. */
  | 'UNREADABLE'

export class BridgeFailure extends Error {
  readonly type: BridgeType
  readonly code: BridgeCode

  constructor(type: BridgeType, code: BridgeCode, message: string = code) {
    super(message)
    this.name = 'BridgeFailure'
    this.type = type
    this.code = code
  }
}

export const isUpload = (type: BridgeType): boolean => type.startsWith('upload')

/** Toast when the requested app is not installed on this phone. */
export const NO_APP = '请先安装App'

/** The toast of a failed request to the shell; null when none must be shown. */
export function bridgeText({ type, code }: BridgeFailure): string | null {
  if (code === 'CANCELLED') return null
  if (code === 'DENIED') return '请在系统设置中允许访问'
  if (isUpload(type)) {
    if (code === 'MISMATCH') return '上传结果格式不匹配'
    if (code === 'UNREADABLE') return type === 'uploadVideo' ? '解析视频上传结果失败' : '解析图片上传结果失败'
    return '上传失败，点击重试'
  }
  if (type === 'openHelloApp' && code === 'FAILED') return NO_APP
  if (code === 'TIMEOUT') return 'App没有响应，请重试'
  return '当前App版本不支持此操作'
}

/** Toast when the web's handler of an upload result throws. */
export const HANDLING_FAILED = '处理上传结果失败'
