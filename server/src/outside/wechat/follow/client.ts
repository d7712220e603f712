import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '@cheyi/domain/refusal'
import { formatDateTime, MINUTE } from '@cheyi/domain/time'
import type { Followed, FollowPort, Ring } from '../../../kernel/ports.ts'
import type { FollowAccount } from '../../../kernel/process/config.ts'
import { vendorFetch } from '../../vendor-fetch.ts'
import { pageUser } from '../../wechat-user.ts'
import { elementOf, signOf, unseal } from './sealed-event.ts'

const TIMEOUT = 5000
const CODE_LIVES_SECONDS = 600
/** An event with an older signature is a replay. */
const FRESH = 5 * MINUTE
/** Codes for a token that has expired or was replaced by another server. */
const STALE_TOKEN = new Set([40001, 40014, 42001])
/** Codes for a user who does not follow the account. */
const NOBODY = new Set([40003, 43004])
/** WeChat's maximum length of a keyword of kind `thing`. */
const LONGEST = 20

interface Answer {
  readonly errcode?: number
  readonly access_token?: string
  readonly expires_in?: number
  readonly url?: string
  readonly ticket?: string
}

/** WeChat's interface, its page that identifies a user, and the clock. */
export interface FollowVendor {
  readonly url: () => string | Promise<string>
  readonly authorize: string
  readonly now: () => number
}

/** WeChat's service account (公众号): template messages, QR codes to follow it, and its events in 安全模式. */
export function followClient(account: FollowAccount, { url, authorize, now }: FollowVendor): FollowPort {
  const { appId, secret, token, template, fields } = account
  let kept: { readonly value: string; readonly until: number } | undefined

  async function send(path: string, request: RequestInit): Promise<Answer> {
    const response = await vendorFetch(`${await url()}${path}`, { ...request, signal: AbortSignal.timeout(TIMEOUT) })
    return (await response.json()) as Answer
  }
  const asJson = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  /** 稳定版: the same token for all servers of the installation until it expires. */
  async function accessToken(): Promise<string> {
    if (kept !== undefined && kept.until > now()) return kept.value
    const answer = await send(
      '/cgi-bin/stable_token',
      asJson({ grant_type: 'client_credential', appid: appId, secret }),
    )
    if (answer.access_token === undefined) throw new Error(`WeChat gave no token: ${answer.errcode}`)
    kept = { value: answer.access_token, until: now() + (answer.expires_in ?? 0) * 1000 - FRESH }
    return kept.value
  }

  /** Repeats the request once if the token had expired. */
  async function ask(path: string, body?: object): Promise<Answer> {
    const request = body === undefined ? {} : asJson(body)
    const askOnce = async () =>
      send(`${path}${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(await accessToken())}`, request)
    const answer = await askOnce()
    if (!STALE_TOKEN.has(answer.errcode ?? 0)) return answer
    kept = undefined
    return askOnce()
  }

  const isSigned = (signature: string, ...parts: readonly string[]): boolean => {
    const [given, right] = [Buffer.from(signature), Buffer.from(signOf(token, ...parts))]
    return given.length === right.length && timingSafeEqual(given, right)
  }

  const user = pageUser({ appId, appSecret: secret, app: { authorize, api: url } })
  const answerOrNone = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined)

  return {
    pages: {
      appId,
      authorizeUrl: user.authorizeUrl,
      userOf: (code) => answerOrNone(user.userOf(code)),
      async ticket() {
        const answer = await answerOrNone(ask('/cgi-bin/ticket/getticket?type=jsapi'))
        if (answer?.ticket === undefined) return undefined
        return { ticket: answer.ticket, until: now() + (answer.expires_in ?? 0) * 1000 }
      },
    },
    async ring(address, ring) {
      const answer = await ask('/cgi-bin/message/template/send', {
        touser: address,
        template_id: template,
        ...(ring.link === null ? {} : { url: ring.link }),
        data: Object.fromEntries(fields.map(([word, field]) => [field, { value: wordOf(word, ring) }])),
      })
      if (!answer.errcode) return 'rung'
      if (NOBODY.has(answer.errcode)) return 'gone'
      throw new Error(`WeChat refused a message: ${answer.errcode}`)
    },
    async codeOf(scene) {
      const answer = await ask('/cgi-bin/qrcode/create', {
        expire_seconds: CODE_LIVES_SECONDS,
        action_name: 'QR_STR_SCENE',
        action_info: { scene: { scene_str: scene } },
      }).catch(() => undefined)
      if (answer?.url === undefined) throw new Refusal('channelRefused', { 原因: '微信暂时无法访问，请稍后再试' })
      return answer.url
    },
    echo(query) {
      const [signature, timestamp, nonce] = ['signature', 'timestamp', 'nonce'].map((name) => query.get(name) ?? '')
      return isSigned(signature!, timestamp!, nonce!) ? (query.get('echostr') ?? '') : undefined
    },
    heard(query, body) {
      const sealed = elementOf(body, 'Encrypt')
      const [timestamp, nonce] = [query.get('timestamp') ?? '', query.get('nonce') ?? '']
      if (!isSigned(query.get('msg_signature') ?? '', timestamp, nonce, sealed)) return undefined
      if (!(Math.abs(Number(timestamp) * 1000 - now()) <= FRESH)) return undefined
      const event = unseal(account, sealed)
      return event === undefined ? undefined : followedOf(event)
    },
  }
}

/** The scene of a new follower arrives as `qrscene_…`. */
function followedOf(xml: string): Followed | null {
  const event = elementOf(xml, 'Event').toLowerCase()
  const openId = elementOf(xml, 'FromUserName')
  if (!['subscribe', 'scan', 'unsubscribe'].includes(event) || openId === '') return null
  return { openId, scene: elementOf(xml, 'EventKey').replace(/^qrscene_/, ''), on: event !== 'unsubscribe' }
}

function wordOf(word: FollowAccount['fields'][number][0], ring: Ring): string {
  if (word === 'at') return formatDateTime(ring.at)
  const text = word === 'body' ? ring.body || ring.title : ring[word]
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
