import type { MediaBiz } from '@cheyi/contract/platform/media'
import { calls, newKey, send } from '../../../kernel/call/calls.ts'
import type { Bridge, NativeImage, NativeVideo } from '../../../kernel/device/bridge.ts'
import { pickFiles } from '../../../kernel/media/file-pick.ts'
import { compressImage } from '../../../kernel/media/image.ts'
import { sendInParts } from '../../../kernel/media/send-parts.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'
import { adoptToken, dropToken } from '../../../kernel/token.ts'
import { confirm } from '../../../page/open.ts'
import { type Acts, ShellRefusal } from './protocol.ts'
import { queueVideo } from './queue.ts'

/** The simulated state of the shell. */
export interface ShellState {
  readonly version: number
  /** Whether the partner's app is installed on this phone. */
  readonly hasPartnerApp: boolean
}

/** From this version on, the shell uploads a video in the background. */
const UPLOADS_BEHIND = 8

async function agreed(title: string, body: string, verb: string): Promise<void> {
  if (!(await confirm({ title, body, confirm: verb }))) throw new ShellRefusal('CANCELLED')
}

async function picked(accept: string, max: number, camera: boolean): Promise<readonly File[]> {
  const files = await pickFiles({ accept, multiple: max > 1, camera })
  if (files.length === 0) throw new ShellRefusal('CANCELLED')
  return files.slice(0, max)
}

async function sizeOf(file: File): Promise<{ w: number; h: number }> {
  const { width: w, height: h } = await createImageBitmap(file)
  return { w, h }
}

function secondsOf(file: File): Promise<number> {
  const url = URL.createObjectURL(file)
  const video = Object.assign(document.createElement('video'), { preload: 'metadata', src: url })
  return new Promise<number>((resolve) => {
    video.onloadedmetadata = () => resolve(video.duration)
    // This browser cannot decode the video.
    video.onerror = () => resolve(0)
  }).finally(() => URL.revokeObjectURL(url))
}

/** Implements the native functions of a phone with the means of a browser. */
export const actsOf = (state: () => ShellState): Acts => ({
  async map(place) {
    const { mode, lat = 31.2304, lng = 121.4737, name, address = '上海市黄浦区人民大道' } = place
    const at = `${name ?? address}（${lat}, ${lng}）`
    if (mode !== 'pick') {
      await agreed(mode === 'view' ? '地图' : '导航', at, '打开')
      return { opened: true }
    }
    await agreed('选择位置', at, '选这里')
    return { lat, lng, address }
  },
  async bindWechat() {
    await agreed('微信授权', '车驿申请使用你的微信昵称', '允许')
    return { code: `wx-外壳微信.${newKey()}` }
  },
  async downloadImage({ url, fileName }) {
    Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
    return { saved: true }
  },
  async share({ title, desc, url, target }) {
    await agreed(target === 'session' ? '分享给微信好友' : '分享到朋友圈', `${title}：${desc} ${url}`, '分享')
    return { shared: true }
  },
  async uploadImage({ max, source, biz, bizId }, onProgress) {
    const files = await picked('image/*', max, source === 'camera')
    const items: NativeImage[] = []
    for (const [index, chosen] of files.entries()) {
      const file = await compressImage(chosen)
      const takenAt = chosen.lastModified
      const show = (percent: number) => onProgress(Math.floor((index * 100 + percent) / files.length))
      const { mediaId, path, url } = await upload(file, { biz, bizId, takenAt }, show)
      items.push({ mediaId, path, url, takenAt, ...(await sizeOf(file)) })
    }
    return { items }
  },
  async uploadVideo({ max, biz }, onProgress) {
    const items: NativeVideo[] = []
    for (const file of await picked('video/*', max, true)) {
      const place = { biz: biz as MediaBiz, takenAt: file.lastModified }
      const key = newKey()
      if (state().version >= UPLOADS_BEHIND) {
        const { mediaId } = await send(calls.media.presign, {
          ...place,
          uploadKey: key,
          name: file.name,
          size: file.size,
        })
        await queueVideo(file, place, key)
        items.push({ mediaId, queued: true })
      } else {
        const { mediaId, path, url, size } = await sendInParts(file, place, { key, onProgress })
        items.push({ mediaId, path, url, size, duration: await secondsOf(file) })
      }
    }
    return { items }
  },
  async uploadBase64({ data, mime, name, biz, bizId }, onProgress) {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    const { mediaId, path, url } = await upload(
      new File([bytes], name, { type: mime }),
      { biz, bizId, takenAt: Date.now() },
      onProgress,
    )
    return { mediaId, path, url }
  },
  async putStorage({ key, value }) {
    // The shell uploads, and registers the phone for pushes, with the token that it received.
    if (key === 'token') value === null ? dropToken() : adoptToken(value)
    return { ok: true }
  },
  async openHelloApp({ path }) {
    if (!state().hasPartnerApp) throw new ShellRefusal('FAILED', '未安装')
    await agreed('打开合作App', path, '打开')
    return { opened: true }
  },
})

type Place = Pick<Bridge['uploadImage'][0], 'biz' | 'bizId'> & { readonly takenAt: number }

const upload = (file: File, { biz, bizId, takenAt }: Place, onProgress: (percent: number) => void) =>
  sendFile(calls.media.upload, { biz: biz as MediaBiz, bizId: bizId || undefined, takenAt }, file, {
    key: newKey(),
    onProgress,
  })
