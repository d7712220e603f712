import { onlineManager } from '@tanstack/react-query'
import { newKey } from '../call/attempt.ts'
import { readStored, writeStored } from '../stored.ts'
import { adoptToken } from '../token.ts'
import { type Bridge, BridgeFailure, type BridgeNotices, type BridgeType, type ShellHandlers } from './bridge.ts'
import type { Channel } from './channel.ts'

/*
 * The native shell around this page, when there is one. A page is native only
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
    /** Of a page that stands around this one, of the same origin: the reference shell. */
    nativeShell?: Port | undefined
  }
}

const portOf = (): Port | undefined =>
  window.webkit?.messageHandlers?.nativeBridge ?? window.nativeBridge ?? window.ReactNativeWebView ?? portAround()

/** A frame may look at the page around it only where both are of one origin: nothing is opened to others. */
function portAround(): Port | undefined {
  if (window.parent === window) return undefined
  try {
    return window.parent.nativeShell
  } catch {
    return undefined
  }
}

/** What went over the bridge, as it was written. */
export interface BridgeLine {
  readonly by: 'page' | 'shell'
  readonly text: string
  /** Epoch ms. */
  readonly at: number
}

const watchers = new Set<(line: BridgeLine) => void>()

/** Tells each text that goes over the bridge from now on. @returns ends it */
export function watchBridge(watch: (line: BridgeLine) => void): () => void {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

function noted<T>(by: BridgeLine['by'], text: T): T {
  for (const watch of watchers)
    watch({ by, text: typeof text === 'string' ? text : JSON.stringify(text), at: Date.now() })
  return text
}

/** Comes by itself: a browser has no shell to speak to. */
let channel: Promise<Channel> | undefined

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
  const handlers: ShellHandlers = {
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
  }
  const open = async (): Promise<Channel> =>
    (await import('./channel.ts')).createChannel(
      (text) => port.postMessage(noted('page', text)),
      handlers,
      () => newKey().slice(0, 12),
    )
  channel = open()
  channel.catch(nothing)
  const receive = (text: unknown) => withChannel((opened) => opened.receive(noted('shell', text)))
  window.onNativeMessage = receive
  // Shells that can only post to the window; other windows and frames are not listened to.
  window.addEventListener('message', (event) => event.source === window && receive(event.data))
}

/** Messages keep their order while the channel is being fetched; what cannot be said is said by the asks. */
const withChannel = (use: (opened: Channel) => void): void => void channel?.then(use, nothing)

const nothing = () => {}

/** Tells the shell something that has no answer; nothing in a browser. */
export function tellNative<K extends keyof BridgeNotices>(type: K, payload: BridgeNotices[K]): void {
  withChannel((opened) => opened.tell(type, payload))
}

/** Asks the shell; throws UNSUPPORTED in a browser. Callers with a fallback look at {@link isNative} first. */
export async function askNative<K extends BridgeType>(
  type: K,
  payload: Bridge[K][0],
  onProgress?: (percent: number) => void,
): Promise<Bridge[K][1]> {
  if (!channel) throw new BridgeFailure(type, 'UNSUPPORTED')
  return (await channel).ask(type, payload, onProgress)
}

/** What the shell was told last. */
const told = new Map<string, string | null>()

/** Keeps a value here and in the shell, which uploads with the token it holds. */
export function putStorage(key: Bridge['putStorage'][0]['key'], value: string | null): void {
  if (told.get(key) === value && readStored(key) === value) return
  told.set(key, value)
  if (readStored(key) !== value) writeStored(key, value)
  // The page has its own copy; an old shell that does not know the message loses nothing.
  if (isNative()) askNative('putStorage', { key, value }).catch(nothing)
}
