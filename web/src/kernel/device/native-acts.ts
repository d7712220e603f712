import { feedback } from '../call/feedback.ts'
import { type Bridge, BridgeFailure, type BridgeType, bridgeText, HANDLING_FAILED, NO_APP } from './bridge.ts'
import { askNative, isNative } from './native.ts'

/* What pages do by the native shell when there is one, and what a browser does in its place. */

const nothing = () => {}

/** Runs an ask and what is done with its result, and shows the toast that its failure deserves. False: it failed. */
export async function withNative<K extends BridgeType>(
  type: K,
  payload: Bridge[K][0],
  use: (data: Bridge[K][1]) => void | Promise<void>,
  onProgress?: (percent: number) => void,
): Promise<boolean> {
  try {
    const data = await askNative(type, payload, onProgress)
    await use(data)
    return true
  } catch (error) {
    const text = error instanceof BridgeFailure ? bridgeText(error) : HANDLING_FAILED
    if (text) feedback.toast(text, 'error')
    return false
  }
}

export interface Place {
  /** GCJ-02. */
  readonly lat: number
  readonly lng: number
  readonly name?: string
  readonly address?: string
}

/** Shows a place, or leads there; a browser opens the map's own page. */
export async function openMap(mode: 'view' | 'navigate', place: Place): Promise<void> {
  if (isNative()) return void (await withNative('map', { mode, ...place }, nothing))
  const at = `${place.lng},${place.lat}`
  const name = encodeURIComponent(place.name ?? place.address ?? '')
  const url =
    mode === 'navigate'
      ? `https://uri.amap.com/navigation?to=${at},${name}&mode=car&coordinate=gaode`
      : `https://uri.amap.com/marker?position=${at}&name=${name}&coordinate=gaode`
  window.open(url, '_blank', 'noopener')
}

/** A link for a customer: the shell's sheet, the browser's sheet, or the clipboard. */
export async function share(what: Bridge['share'][0]): Promise<void> {
  if (isNative()) return void (await withNative('share', what, nothing))
  if (navigator.share) {
    // Closing the sheet is no failure.
    return navigator.share({ title: what.title, text: what.desc, url: what.url }).catch(nothing)
  }
  await copyText(what.url, '链接已复制')
}

/** Copies a text and says so. */
export async function copyText(text: string, said = '已复制'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    feedback.toast(said)
  } catch {
    feedback.toast('复制失败，请长按选择', 'error')
  }
}

/** Saves a picture of our own media host. */
export async function downloadImage(url: string, fileName: string): Promise<void> {
  if (isNative()) {
    const done = () => feedback.toast('已保存到相册')
    return void (await withNative('downloadImage', { url, fileName }, done))
  }
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
  link.click()
}

/** The code to bind WeChat with; null when it cannot be had here. */
export async function bindWechat(): Promise<string | null> {
  let code: string | null = null
  await withNative('bindWechat', {}, (data) => {
    code = data.code
  })
  return code
}

/** ms after which a page that is still in sight has seen no app open. */
const APP_OPENS = 1_500

/** Opens an order in the app of its source; who has no such app is told so. `path`: the app's own address. */
export async function openHelloApp(path: string): Promise<void> {
  if (isNative()) return void (await withNative('openHelloApp', { path }, nothing))
  setTimeout(() => document.visibilityState === 'visible' && feedback.toast(NO_APP), APP_OPENS)
  location.assign(path)
}
