import { json } from 'node:stream/consumers'
import type { Ring, RingPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { type LocalServer, localServer } from '../local-server.ts'
import { jpush } from './jpush.ts'

/** Push messages to the app on phones: the installation's account, on a demo a simulator over the same protocol; null: none. */
export function openPush(
  { push, vendors, simulators }: Pick<Config, 'push' | 'vendors' | 'simulators'>,
  now: () => number,
): RingPort | null {
  if (push !== undefined) return jpush(push, () => vendors.jpush)
  if (simulators === 'off') return null
  const simulator = pushSimulator(now)
  return { ...jpush({ appKey: 'simulated', masterSecret: 'simulated' }, simulator.url), ...simulator }
}

const KEPT = 200

/** 极光 behind its own protocol: stores the received notices. A registration that begins with `gone` is unknown, one with `down` fails. */
function pushSimulator(now: () => number): LocalServer & { rung(): readonly (Ring & { address: string })[] } {
  const rung: (Ring & { address: string })[] = []
  const server = localServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url !== '/v3/push' || !request.headers.authorization?.startsWith('Basic ')) return answer(404, {})
    const { audience, notification } = (await json(request)) as {
      audience: { registration_id: string[] }
      notification: { android: { alert: string; title: string; extras: { link?: string } } }
    }
    const [address = ''] = audience.registration_id
    if (address.startsWith('down')) return answer(500, {})
    if (address.startsWith('gone')) return answer(400, { error: { code: 1011, message: 'cannot find user' } })
    const { alert, title, extras } = notification.android
    rung.unshift({ address, title, body: alert, merchant: '', at: now(), link: extras.link ?? null })
    rung.length = Math.min(rung.length, KEPT)
    answer(200, { sendno: '0', msg_id: String(rung.length) })
  })
  return { ...server, rung: () => rung }
}
