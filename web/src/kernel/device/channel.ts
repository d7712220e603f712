import {
  type Bridge,
  type BridgeCode,
  BridgeFailure,
  type BridgeNotices,
  type BridgeType,
  isUpload,
  type ShellHandlers,
  type ShellRequests,
} from './bridge.ts'

/*
 * The message envelope between the web and the native shell, JSON in both directions. Nothing here depends on a window:
 * `post` sends a text to the shell, `receive` takes one from it.
 */

const codes: readonly string[] = ['UNSUPPORTED', 'CANCELLED', 'DENIED', 'BAD_PAYLOAD', 'TIMEOUT', 'FAILED']

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const texts = (value: Fields, ...names: string[]) => names.every((name) => typeof value[name] === 'string')
const numbers = (value: Fields, ...names: string[]) => names.every((name) => Number.isFinite(value[name]))
const listOf = (value: Fields, check: (item: Fields) => boolean) =>
  Array.isArray(value.items) && value.items.length <= 20 && value.items.every((item) => isFields(item) && check(item))

/** Checks the agreed shape of each answer. */
const shapes: { readonly [K in BridgeType]: (data: Fields) => boolean } = {
  map: (data) => data.opened === true || (numbers(data, 'lat', 'lng') && texts(data, 'address')),
  bindWechat: (data) => texts(data, 'code'),
  downloadImage: (data) => data.saved === true,
  share: (data) => data.shared === true,
  uploadVideo: (data) =>
    listOf(
      data,
      (item) =>
        texts(item, 'mediaId') &&
        (item.queued === true || (texts(item, 'path', 'url') && numbers(item, 'size', 'duration'))),
    ),
  uploadImage: (data) =>
    listOf(data, (item) => texts(item, 'mediaId', 'path', 'url') && numbers(item, 'w', 'h', 'takenAt')),
  uploadBase64: (data) => texts(data, 'mediaId', 'path', 'url'),
  putStorage: (data) => data.ok === true,
  openHelloApp: (data) => data.opened === true,
}

const SECOND = 1000

/** Time-out of a request in ms, restarted by each message of the shell; null waits for the user without limit. */
export function patienceOf(type: BridgeType, payload: unknown): number | null {
  if (type === 'map' && isFields(payload) && payload.mode === 'pick') return null
  return isUpload(type) ? 600 * SECOND : 10 * SECOND
}

interface Pending {
  readonly type: BridgeType
  readonly settle: (outcome: unknown) => void
  readonly fail: (failure: BridgeFailure) => void
  readonly onProgress: ((percent: number) => void) | undefined
  readonly wait: () => void
}

export interface Channel {
  ask<K extends BridgeType>(
    type: K,
    payload: Bridge[K][0],
    onProgress?: (percent: number) => void,
  ): Promise<Bridge[K][1]>
  tell<K extends keyof BridgeNotices>(type: K, payload: BridgeNotices[K]): void
  /** Handles a text from the shell: an answer, progress, or a request of its own. */
  receive(text: unknown): void
}

/** Speaks the envelope over `post`. Only answers to ids that are still pending are accepted. */
export function createChannel(post: (text: string) => void, handlers: ShellHandlers, nextId: () => string): Channel {
  const pending = new Map<string, Pending>()
  const send = (message: Fields) => post(JSON.stringify({ v: 1, ...message }))

  function answer(waiting: Pending, message: Fields) {
    if (message.ok !== true) {
      const error = isFields(message.error) ? message.error : {}
      const code = codes.includes(String(error.code)) ? (error.code as BridgeCode) : 'FAILED'
      return waiting.fail(new BridgeFailure(waiting.type, code, String(error.message ?? code)))
    }
    const data = typeof message.data === 'string' ? parse(message.data) : message.data
    if (data === undefined) return waiting.fail(new BridgeFailure(waiting.type, 'UNREADABLE'))
    if (!isFields(data) || !shapes[waiting.type](data)) return waiting.fail(new BridgeFailure(waiting.type, 'MISMATCH'))
    waiting.settle(data)
  }

  function serve(message: Fields) {
    const handler = isHandled(message.type) ? handlers[message.type] : undefined
    const { id } = message
    if (!handler) return send({ id, ok: false, error: { code: 'UNSUPPORTED', message: String(message.type) } })
    const payload = isFields(message.payload) ? message.payload : {}
    send({ id, ok: true, data: (handler as (payload: Fields) => unknown)(payload) })
  }
  const isHandled = (type: unknown): type is keyof ShellRequests =>
    typeof type === 'string' && Object.hasOwn(handlers, type)

  return {
    ask(type, payload, onProgress) {
      return new Promise((resolve, reject) => {
        const id = nextId()
        const patience = patienceOf(type, payload)
        let timer: ReturnType<typeof setTimeout> | undefined
        const end = () => {
          clearTimeout(timer)
          pending.delete(id)
        }
        const fail = (failure: BridgeFailure) => {
          end()
          reject(failure)
        }
        const wait = () => {
          clearTimeout(timer)
          if (patience !== null) timer = setTimeout(() => fail(new BridgeFailure(type, 'TIMEOUT')), patience)
        }
        const settle = (data: unknown) => {
          end()
          resolve(data as Bridge[typeof type][1])
        }
        pending.set(id, { type, settle, fail, onProgress, wait })
        wait()
        send({ id, type, payload })
      })
    },
    tell: (type, payload) => send({ id: nextId(), type, payload }),
    receive(text) {
      const message = typeof text === 'string' ? parse(text) : text
      if (!isFields(message)) {
        // An unreadable answer has no id. Pending uploads fail, since they will not get another answer.
        for (const { type, fail } of pending.values()) if (isUpload(type)) fail(new BridgeFailure(type, 'UNREADABLE'))
        return
      }
      if (message.v !== 1 || typeof message.id !== 'string') return
      if (typeof message.type === 'string') return serve(message)
      const waiting = pending.get(message.id)
      if (!waiting) return
      if (typeof message.progress !== 'number') return answer(waiting, message)
      waiting.wait()
      waiting.onProgress?.(message.progress)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
