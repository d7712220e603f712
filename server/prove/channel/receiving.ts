import { once } from 'node:events'
import { at, ended, spawnNode } from '../../../scripts/lib/workspace.mjs'
import type { Order, Told } from './receiver.ts'

/** The process of the receiver, from outside. */
export interface Receiving {
  readonly url: string
  /** Speaks no TLS where it should. */
  readonly badTlsUrl: string
  order(order: Order): Promise<void>
  told(): Promise<Told>
  end(): Promise<void>
}

export async function startReceiver(seed: number, port = 0): Promise<Receiving> {
  const child = spawnNode([at('server', 'prove', 'channel', 'receiver.ts'), String(seed), String(port)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = async <T>() => (await once(child, 'message'))[0] as T
  const { port: own, tlsPort } = await next<{ port: number; tlsPort: number }>()
  const send = async <T>(order: Order) => {
    const answer = next<T>()
    child.send(order)
    return answer
  }
  return {
    url: `http://127.0.0.1:${own}/notify`,
    badTlsUrl: `https://127.0.0.1:${tlsPort}/notify`,
    order: async (order) => void (await send(order)),
    told: () => send<Told>({ tell: true }),
    async end() {
      const gone = ended(child)
      child.disconnect()
      await gone
    },
  }
}
