import { onlineManager } from '@tanstack/react-query'
import { newKey } from '../call/calls.ts'
import { readStored, writeStored } from '../stored.ts'
import { adoptToken } from '../token.ts'
import { type Bridge, BridgeFailure, type BridgeNotices, type BridgeType, type ShellHandlers } from './bridge.ts'
import type { Channel } from './channel.ts'

/*
 * The native shell around this page, if any. A page is native only when the shell's object exists; a version in the
 * address alone enables nothing.
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
    /** Port of a page of the same origin that embeds this one: the reference shell. */
    nativeShell?: Port | undefined
  }
}

const portOf = (): Port | undefined =>
  window.webkit?.messageHandlers?.nativeBridge ?? window.nativeBridge ?? window.ReactNativeWebView ?? portAround()

/** A frame can read its parent page only when both have the same origin, so no other origin gets access. */
function portAround(): Port | undefined {
  if (window.parent === window) return undefined
  try {
    return window.parent.nativeShell
  } catch {
    return undefined
  }
}

/** One message over the bridge, as raw text. */
export interface BridgeLine {
  readonly by: 'page' | 'shell'
  readonly text: string
  /** Epoch ms. */
  readonly at: number
}

const watchers = new Set<(line: BridgeLine) => void>()

/** Calls back with each text that goes over the bridge from now on. @returns ends it */
export function watchBridge(watch: (line: BridgeLine) => void): () => void {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

function noted<T>(by: BridgeLine['by'], text: T): T {
  for (const watch of watchers)
    watch({ by, text: typeof text === 'string' ? text : JSON.stringify(text), at: Date.now() })
  return text
}

/** Loaded on demand: a browser has no shell to talk to. */
let channel: Promise<Channel> | undefined

export const isNative = (): boolean => channel !== undefined

interface ShellHooks {
  /** The app came to the foreground again. */
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
  // For shells that can only post to the window; messages of other windows and frames are ignored.
  window.addEventListener('message', (event) => event.source === window && receive(event.data))
}

/** Messages keep their order while the channel code is loading. A failed load is reported by the requests, not here. */
const withChannel = (use: (opened: Channel) => void): void => void channel?.then(use, nothing)

const nothing = () => {}

/** Sends the shell a message without an answer; does nothing in a browser. */
export function tellNative<K extends keyof BridgeNotices>(type: K, payload: BridgeNotices[K]): void {
  withChannel((opened) => opened.tell(type, payload))
}

/** Sends the shell a request; throws UNSUPPORTED in a browser. Callers with a fallback check {@link isNative} first. */
export async function askNative<K extends BridgeType>(
  type: K,
  payload: Bridge[K][0],
  onProgress?: (percent: number) => void,
): Promise<Bridge[K][1]> {
  if (!channel) throw new BridgeFailure(type, 'UNSUPPORTED')
  return (await channel).ask(type, payload, onProgress)
}

/** Values that were last sent to the shell. */
const told = new Map<string, string | null>()

/** Stores a value here and in the shell, which uploads with the stored token. */
export function putStorage(key: Bridge['putStorage'][0]['key'], value: string | null): void {
  if (told.get(key) === value && readStored(key) === value) return
  told.set(key, value)
  if (readStored(key) !== value) writeStored(key, value)
  // A failure is ignored: the page has its own copy, and an old shell may not know the message.
  if (isNative()) askNative('putStorage', { key, value }).catch(nothing)
}
