import { setTimeout as after } from 'node:timers/promises'
import type { PayAccount, PayProviderName } from '../../src/kernel/pay-port.ts'
import { paySimulator } from '../../src/outside/pay/simulator/simulator.ts'
import type { Mood } from './line.ts'

/* The payment providers in this process, so that they live on when a server ends, and tell any server that lives. */

const LATE_MS = 4000
/** More than clients pay in a scenario: a refund is sent up to a minute after its order was cancelled. */
const KEPT_TRADES = 5000
/** What was not taken is told again. */
const AGAIN_MS = 1500

export interface Provider {
  readonly url: () => Promise<string>
  /** The contract as a merchant enters it. */
  readonly account: (provider: PayProviderName) => Promise<PayAccount>
  /** The payer agrees. */
  readonly approve: (no: string) => Promise<void>
  /** Called when a server is about to be told. */
  onTell: () => void
  close(): Promise<void>
}

/**
 * @param dataDir with the keys that the demo's merchants have entered; new ones are made where there are none
 * @param servers those that listen now
 */
export function openProvider(
  dataDir: string,
  servers: () => readonly string[],
  mood: () => Mood = () => 'well',
): Provider {
  const simulator = paySimulator({ dataDir, now: Date.now, keptTrades: KEPT_TRADES })
  const ended = new AbortController()
  let turn = 0
  const tell = async (url: string, headers: Readonly<Record<string, string>>, body: string) => {
    const all = servers()
    const { pathname } = new URL(url, 'http://server')
    const answer = await fetch(`${all[turn++ % all.length]}${pathname}`, {
      method: 'POST',
      headers: { ...headers },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    return { status: answer.status, type: String(answer.headers.get('content-type')), body: await answer.text() }
  }
  const provider: Provider = {
    url: simulator.url,
    account: simulator.account,
    approve: async (no) => void (await simulator.act(no, 'approve')),
    onTell: () => {},
    async close() {
      ended.abort()
      await simulator.close()
    },
  }
  simulator.deliverBy(async (url, { headers, body }) => {
    provider.onTell()
    const now = mood()
    if (now === 'hangs' || now === 'closes') throw new Error('this provider tells nothing')
    if (now === 'late') await after(LATE_MS)
    if (now === 'garbage') await tell(url, headers, body.slice(0, body.length / 2))
    if (now === 'twice') await tell(url, headers, body)
    return tell(url, headers, body)
  })
  void (async () => {
    while (!ended.signal.aborted) {
      await simulator.flush().catch(() => undefined)
      await after(AGAIN_MS)
    }
  })()
  return provider
}
