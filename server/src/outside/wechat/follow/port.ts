import { randomBytes } from 'node:crypto'
import { json } from 'node:stream/consumers'
import type { FollowPort, Ring } from '../../../kernel/ports.ts'
import type { Config, FollowAccount } from '../../../kernel/process/config.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import { screen } from '../../../kernel/screen.ts'
import { type LocalServer, localServer } from '../../local-server.ts'
import { followClient } from './client.ts'
import { seal, signOf } from './sealed-event.ts'

/** The installation's service account, on a demo a simulator over the same protocol; null: none. */
export function openFollow(
  config: Pick<Config, 'follow' | 'vendors' | 'simulators' | 'publicUrl' | 'port'>,
  now: () => number,
): FollowPort | null {
  const { follow, vendors, simulators } = config
  if (follow !== undefined) return followClient(follow, { url: () => vendors.wechat, now })
  if (simulators === 'off') return null
  const account: FollowAccount = {
    appId: 'simulated',
    secret: 'simulated',
    token: randomBytes(16).toString('hex'),
    aesKey: randomBytes(32).toString('base64').slice(0, 43),
    template: 'simulated',
    fields: [
      ['merchant', 'thing1'],
      ['title', 'thing2'],
      ['body', 'thing3'],
      ['at', 'time4'],
    ],
  }
  const pageOf = (scene: string) => publicUrl(config, screen('simulation.wechat', { scene }))
  const simulator = followSimulator(account, { now, pageOf })
  return { ...followClient(account, { url: simulator.url, now }), ...simulator }
}

const KEPT = 200

interface FollowSimulator extends LocalServer, Required<Pick<FollowPort, 'rung' | 'simulator'>> {}

/**
 * WeChat's service account behind its own protocol. Its QR code opens a page of ours that follows the account; `gone…`
 * no longer follows, and a token is valid for one message, so that it has to be requested again.
 */
function followSimulator(
  account: FollowAccount,
  { now, pageOf }: { readonly now: () => number; readonly pageOf: (scene: string) => string },
): FollowSimulator {
  const rung: (Ring & { address: string })[] = []
  let good = ''
  let door: ((query: string, body: string) => Promise<void>) | undefined
  const server = localServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wechat')
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    const given = (await json(request)) as Record<string, unknown>
    if (pathname === '/cgi-bin/stable_token') {
      if (given.appid !== account.appId || given.secret !== account.secret) return answer({ errcode: 40125 })
      good = randomBytes(16).toString('hex')
      return answer({ access_token: good, expires_in: 7200 })
    }
    if (searchParams.get('access_token') !== good) return answer({ errcode: 42001 })
    good = ''
    if (pathname === '/cgi-bin/qrcode/create') {
      const { scene } = given.action_info as { scene: { scene_str: string } }
      return answer({ ticket: 'ticket', expire_seconds: given.expire_seconds, url: pageOf(scene.scene_str) })
    }
    const address = String(given.touser)
    if (address.startsWith('gone')) return answer({ errcode: 43004 })
    const data = given.data as Record<string, { value: string }>
    const said = (word: string) => data[account.fields.find(([one]) => one === word)?.[1] ?? '']?.value ?? ''
    const link = typeof given.url === 'string' ? given.url : null
    rung.unshift({ address, title: said('title'), body: said('body'), merchant: said('merchant'), at: now(), link })
    rung.length = Math.min(rung.length, KEPT)
    answer({ errcode: 0, msgid: rung.length })
  })
  return {
    ...server,
    rung: () => rung,
    simulator: {
      deliverBy(next) {
        door = next
      },
      async tell({ openId, scene, on }) {
        const [timestamp, nonce] = [String(Math.floor(now() / 1000)), randomBytes(8).toString('hex')]
        const xml = `<xml><FromUserName><![CDATA[${openId}]]></FromUserName><Event><![CDATA[${on ? 'subscribe' : 'unsubscribe'}]]></Event>
<EventKey><![CDATA[${scene && `qrscene_${scene}`}]]></EventKey></xml>`
        const sealed = seal(account, xml)
        const query = {
          timestamp,
          nonce,
          encrypt_type: 'aes',
          msg_signature: signOf(account.token, timestamp, nonce, sealed),
        }
        await door?.(
          `${new URLSearchParams(query)}`,
          `<xml><ToUserName>gh</ToUserName><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`,
        )
      },
    },
  }
}
