import { newKey } from '../../../kernel/call/calls.ts'
import type { Bridge, BridgeCode, BridgeType, ShellRequests } from '../../../kernel/device/bridge.ts'

/* The shell's side of the bridge: JSON texts, one response for each request, and requests of the shell itself. */

/** What the shell does for the page in it; `onProgress` takes the percentage of an upload. */
export type Acts = {
  readonly [K in BridgeType]: (payload: Bridge[K][0], onProgress: (percent: number) => void) => Promise<Bridge[K][1]>
}

/** Sent to the page as a failure with this code. */
export class ShellRefusal extends Error {
  readonly code: BridgeCode

  constructor(code: BridgeCode, message: string = code) {
    super(message)
    this.name = 'ShellRefusal'
    this.code = code
  }
}

interface Message {
  readonly v: number
  readonly id: string
  readonly type?: string
  readonly payload?: unknown
  readonly ok?: boolean
}

export interface Shell {
  /** Receives a text from the page. */
  hear(text: string): void
  /** Sends a request to the page, which responds through {@link Shell.hear}. */
  ask<K extends keyof ShellRequests>(type: K, payload: ShellRequests[K][0]): void
}

/**
 * Implements version 1 of the protocol; `say` sends a text, `onInvalidToken`: the page was notified that its session
 * has ended.
 */
export function createShell(acts: Acts, say: (text: string) => void, onInvalidToken: () => void): Shell {
  const send = (message: object) => say(JSON.stringify({ v: 1, ...message }))
  async function serve({ id, type, payload }: Message): Promise<void> {
    try {
      if (type === undefined || !Object.hasOwn(acts, type)) throw new ShellRefusal('UNSUPPORTED', type)
      const act = acts[type as BridgeType] as Acts['share']
      const data = await act(payload as Bridge['share'][0], (progress) => send({ id, progress }))
      send({ id, ok: true, data })
    } catch (error) {
      const code = error instanceof ShellRefusal ? error.code : 'FAILED'
      send({ id, ok: false, error: { code, message: error instanceof Error ? error.message : code } })
    }
  }
  return {
    hear(text) {
      const message: Message = JSON.parse(text)
      if (message.type === 'invalid-token') onInvalidToken()
      else if (message.type !== undefined) void serve(message)
    },
    ask: (type, payload) => send({ id: newKey().slice(0, 12), type, payload }),
  }
}
