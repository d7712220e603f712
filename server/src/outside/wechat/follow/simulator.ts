import { randomBytes } from 'node:crypto'
import { json } from 'node:stream/consumers'
import type { FollowPort, Ring } from '../../../kernel/ports.ts'
import type { FollowAccount } from '../../../kernel/process/config.ts'
import { shareSignature } from '../../../kernel/share-signature.ts'
import { type LocalServer, localServer } from '../../local-server.ts'
import { authorizePage, exchangeCode, type PageAccount } from '../../wechat-user-simulator.ts'
import { seal, signOf } from './sealed-event.ts'

const KEPT = 200

interface FollowSimulator extends LocalServer, Required<Pick<FollowPort, 'rung' | 'simulator'>> {}

/**
 * WeChat's service account behind its own protocol. Its QR code opens a page of ours that follows the account; `gone…`
 * no longer follows, and a token is valid for one message, so that it has to be requested again.
 */
export function followSimulator(
  account: FollowAccount,
  { now, pageOf }: { readonly now: () => number; readonly pageOf: (scene: string) => string },
): FollowSimulator {
  const rung: (Ring & { address: string })[] = []
  const users: PageAccount = { appId: account.appId, appSecret: account.secret, prefix: 'oFollow', codes: [], now }
  const ticket = randomBytes(16).toString('hex')
  let good = ''
  let door: ((query: string, body: string) => Promise<void>) | undefined
  const server = localServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wechat')
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/sns/oauth2/access_token') return answer(exchangeCode(users, searchParams))
    const given = request.method === 'GET' ? {} : ((await json(request)) as Record<string, unknown>)
    if (pathname === '/cgi-bin/stable_token') {
      if (given.appid !== account.appId || given.secret !== account.secret) return answer({ errcode: 40125 })
      good = randomBytes(16).toString('hex')
      return answer({ access_token: good, expires_in: 7200 })
    }
    if (searchParams.get('access_token') !== good) return answer({ errcode: 42001 })
    good = ''
    if (pathname === '/cgi-bin/ticket/getticket') return answer({ errcode: 0, ticket, expires_in: 7200 })
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
      authorize: (query) => authorizePage(users, query),
      allows: (address, signed) =>
        signed.appId === account.appId && signed.signature === shareSignature(ticket, address, signed),
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
