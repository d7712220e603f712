import { onlineManager } from '@tanstack/react-query'
import { newKey } from '../call/attempt.ts'
import { feedback } from '../call/feedback.ts'
import { readStored, writeStored } from '../stored.ts'
import { adoptToken } from '../token.ts'
import {
  type Bridge,
  BridgeFailure,
  type BridgeNotices,
  type BridgeType,
  bridgeText,
  type Channel,
  createChannel,
  HANDLING_FAILED,
} from './bridge.ts'

/*
 * The native shell around this page, when there is one, and what a browser does in its place. A page is native only
 * when the shell's object is there; a version in the address unlocks nothing by itself.
 */

interface Port {
  postMessage(text: string): void
}

declare global {
  interface Window {
    webkit?: { messageHandlers?: { nativeBridge?: Port } }
    nativeBridge?: Port
    ReactNativeWebView?: Port
    onNativeMessage?: (text: unknown) => void
  }
}

const portOf = (): Port | undefined =>
  window.webkit?.messageHandlers?.nativeBridge ?? window.nativeBridge ?? window.ReactNativeWebView

let channel: Channel | undefined

export const isNative = (): boolean => channel !== undefined

interface ShellHooks {
  /** The app came to the front again. */
  resume(): void
  /** The hardware back key: closes a dialog or goes back; false leaves it to the shell. */
  back(): boolean
}

/** Opens the bridge when the shell's object is there. Call once at start. */
export function startNative({ resume, back }: ShellHooks): void {
  const port = portOf()
  if (!port) return
  channel = createChannel(
    (text) => port.postMessage(text),
    {
      token({ token }) {
        const taken = typeof token === 'string' && token !== ''
        if (taken) adoptToken(token)
        return { ok: taken }
      },
      resume() {
        resume()
        return {}
      },
      back: () => ({ handled: back() }),
      network({ online }) {
        onlineManager.setOnline(online === true)
        return {}
      },
    },
    () => newKey().slice(0, 12),
  )
  window.onNativeMessage = channel.receive
  // Shells that can only post to the window; other windows and frames are not listened to.
  window.addEventListener('message', (event) => event.source === window && channel?.receive(event.data))
}

/** Tells the shell something that has no answer; nothing in a browser. */
export function tellNative<K extends keyof BridgeNotices>(type: K, payload: BridgeNotices[K]): void {
  channel?.tell(type, payload)
}

/** Asks the shell; throws UNSUPPORTED in a browser. Callers with a fallback look at {@link isNative} first. */
export async function askNative<K extends BridgeType>(
  type: K,
  payload: Bridge[K][0],
  onProgress?: (percent: number) => void,
): Promise<Bridge[K][1]> {
  if (!channel) throw new BridgeFailure(type, 'UNSUPPORTED')
  return channel.ask(type, payload, onProgress)
}

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

const nothing = () => {}

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

/**
 * A link for a customer: the shell's sheet, the browser's sheet, or the clipboard.
 * @later spec: native bridge
 */
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

/**
 * Saves a picture of our own media host.
 * @later spec: native bridge
 */
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
  if (!isNative()) {
    feedback.toast('请在App内绑定微信')
    return null
  }
  let code: string | null = null
  await withNative('bindWechat', {}, (data) => {
    code = data.code
  })
  return code
}

/** Keeps a value here and in the shell, which uploads with the token it holds. */
export function putStorage(key: Bridge['putStorage'][0]['key'], value: string | null): void {
  if (readStored(key) !== value) writeStored(key, value)
  // The page has its own copy; an old shell that does not know the message loses nothing.
  if (isNative()) askNative('putStorage', { key, value }).catch(nothing)
}

/**
 * Opens the partner's app.
 * @later spec: native bridge
 */
export async function openHelloApp(path: string): Promise<void> {
  if (!isNative()) return feedback.toast('请先安装App')
  await withNative('openHelloApp', { path }, nothing)
}
