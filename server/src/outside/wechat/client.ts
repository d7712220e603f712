import { Refusal } from '@cheyi/domain/refusal'
import type { WechatPort } from '../../kernel/ports.ts'

interface Account {
  readonly url: () => string | Promise<string>
  readonly appId: string
  readonly secret: string
}

const TIMEOUT = 5000

type Exchange = (code: string) => ReturnType<WechatPort['exchange']>

/**
 * WeChat's OAuth for apps and websites: exchanges the code for an access token, and that for the nickname. `unionid` is
 * the same for a person in all accounts of one owner with WeChat.
 */
export function wechatClient({ url, appId, secret }: Account): Exchange {
  async function ask(path: string, query: Record<string, string>): Promise<Record<string, unknown>> {
    try {
      const response = await fetch(`${await url()}${path}?${new URLSearchParams(query)}`, {
        signal: AbortSignal.timeout(TIMEOUT),
      })
      return (await response.json()) as Record<string, unknown>
    } catch {
      throw new Refusal('channelRefused', { 原因: '微信暂时无法访问，请稍后再试' })
    }
  }
  return async (code) => {
    const grant = { appid: appId, secret, code, grant_type: 'authorization_code' }
    const token = await ask('/sns/oauth2/access_token', grant)
    if (typeof token.openid !== 'string' || typeof token.access_token !== 'string') return undefined
    const person = await ask('/sns/userinfo', { access_token: token.access_token, openid: token.openid })
    const nickname = String(person.nickname ?? '')
    return { ids: typeof person.unionid === 'string' ? [person.unionid, token.openid] : [token.openid], nickname }
  }
}
