import type { Bridge, BridgeType } from '../../../kernel/device/bridge.ts'
import { askNative, tellNative } from '../../../kernel/device/native.ts'
import { copyText, downloadImage, openHelloApp, openMap, share } from '../../../kernel/device/native-acts.ts'
import { imageToBase64 } from '../../../kernel/media/image.ts'
import { readStored } from '../../../kernel/stored.ts'

/*
 * One try for each message of the bridge, with harmless content: uploaded files belong to no record and are deleted
 * as all files that are not attached to one.
 */

export interface Try {
  readonly type: BridgeType | 'invalid-token'
  readonly title: string
  /**
   * Sends the message to the shell.
   * @returns the response of the shell
   */
  readonly ask: (onProgress: (percent: number) => void) => Promise<unknown>
  /** The equivalent of a browser; left out if that starts with a button of a page. */
  readonly inBrowser?: () => Promise<void>
}

const SQUARE = { lat: 31.2304, lng: 121.4737, name: '人民广场', address: '上海市黄浦区人民大道' }
const LINK = () => ({ title: '车驿', desc: '外壳自检', url: location.href, target: 'session' as const })
const APP = 'cheyi-travel://order/1'
const PICTURE = () => ({ url: new URL('/icon.svg', location.origin).href, fileName: 'icon.svg' })

/** A try that sends the same payload each time. */
const says =
  <K extends BridgeType>(type: K, payload: () => Bridge[K][0] | Promise<Bridge[K][0]>) =>
  async (onProgress: (percent: number) => void): Promise<unknown> =>
    askNative(type, await payload(), onProgress)

export const tries: readonly Try[] = [
  {
    type: 'map',
    title: '地图',
    ask: says('map', () => ({ mode: 'view', ...SQUARE })),
    inBrowser: () => openMap('view', SQUARE),
  },
  { type: 'bindWechat', title: '微信授权', ask: says('bindWechat', () => ({})) },
  {
    type: 'downloadImage',
    title: '保存图片',
    ask: says('downloadImage', PICTURE),
    inBrowser: () => downloadImage(PICTURE().url, PICTURE().fileName),
  },
  { type: 'share', title: '分享', ask: says('share', LINK), inBrowser: () => share(LINK()) },
  {
    type: 'uploadVideo',
    title: '上传视频',
    ask: says('uploadVideo', () => ({ max: 1, maxSeconds: 60, biz: 'remark', bizId: '' })),
  },
  {
    type: 'uploadImage',
    title: '上传图片',
    ask: says('uploadImage', () => ({ max: 1, source: 'both', biz: 'remark', bizId: '' })),
  },
  {
    type: 'uploadBase64',
    title: '上传签名',
    ask: says('uploadBase64', async () => ({
      data: await imageToBase64(PICTURE().url),
      mime: 'image/png',
      name: 'sign.png',
      biz: 'signature',
      bizId: '',
    })),
  },
  {
    type: 'putStorage',
    title: '外壳存储',
    ask: says('putStorage', () => ({ key: 'taskManage', value: readStored('taskManage') })),
  },
  {
    type: 'openHelloApp',
    title: '打开合作App',
    ask: says('openHelloApp', () => ({ path: APP })),
    inBrowser: () => openHelloApp(APP),
  },
  {
    type: 'invalid-token',
    title: '登录失效通知',
    ask: async () => tellNative('invalid-token', {}),
  },
]

/** Copies the log of the bridge, for the developers of the shell. */
export const copyLines = (lines: readonly string[]): Promise<void> => copyText(lines.join('\n'), '记录已复制')
