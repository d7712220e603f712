import { feedback } from '../call/calls.ts'
import { type Bridge, BridgeFailure, type BridgeType, bridgeText, HANDLING_FAILED, NO_APP } from './bridge.ts'
import { askNative, isNative } from './native.ts'

/* Functions that pages run through the native shell, with a fallback for browsers. */

const nothing = () => {}

/** Sends a request and handles its result, and shows the toast of a failure. Returns false after a failure. */
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

/** Shows a place or navigates to it; a browser opens the map's web page. */
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

/** Shares a link with a customer: by the shell's sheet, the browser's sheet, or the clipboard. */
export async function share(what: Bridge['share'][0]): Promise<void> {
  if (isNative()) return void (await withNative('share', what, nothing))
  if (navigator.share) {
    // Closing the sheet is not an error.
    return navigator.share({ title: what.title, text: what.desc, url: what.url }).catch(nothing)
  }
  await copyText(what.url, '链接已复制')
}

/** Copies a text and shows a toast. */
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

/** The code for binding WeChat; null when it is not available here. */
export async function bindWechat(): Promise<string | null> {
  let code: string | null = null
  await withNative('bindWechat', {}, (data) => {
    code = data.code
  })
  return code
}

/** ms. When the page is still visible after this time, no app has opened. */
const APP_OPENS = 1_500

/**
 * Opens an order in the app of its source; a toast appears when that app is not installed. `path`: the app's own
 * address.
 */
export async function openHelloApp(path: string): Promise<void> {
  if (isNative()) return void (await withNative('openHelloApp', { path }, nothing))
  setTimeout(() => document.visibilityState === 'visible' && feedback.toast(NO_APP), APP_OPENS)
  location.assign(path)
}
