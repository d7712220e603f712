import { Refusal } from '@cheyi/domain/refusal'
import type { WechatPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { screen } from '../../kernel/screen.ts'
import { vendorFetch } from '../vendor-fetch.ts'
import { wechatSimulator } from './simulator/simulator.ts'

/** WeChat if the installation has an app or a website with it, on a demo a simulator over the same protocol, otherwise none. */
export function openWechat({
  wechat,
  wechatSite,
  vendors,
  simulators,
}: Pick<Config, 'wechat' | 'wechatSite' | 'vendors' | 'simulators'>): WechatPort {
  // Without WeChat behind it, anyone could invent a valid code.
  if (wechat !== undefined || wechatSite !== undefined || simulators === 'off') {
    const url = () => vendors.wechat
    const doors = {
      app: wechat && wechatClient({ ...wechat, url }),
      site: wechatSite && wechatClient({ ...wechatSite, url }),
    }
    return {
      exchange: async (code, by) => doors[by]?.(code),
      page: (back, state) => (wechatSite ? pageOf(vendors.wechatQrConnect, wechatSite.appId, back, state) : null),
    }
  }
  const simulator = wechatSimulator()
  return {
    exchange: (code, by) => wechatClient({ appId: `simulated-${by}`, secret: 'simulated', url: simulator.url })(code),
    page: (_, state) => screen('simulation.wechat', { state }),
    close: simulator.close,
  }
}

/** As WeChat documents it for websites (网站应用微信登录). */
function pageOf(address: string, appId: string, back: string, state: string): string {
  const query = { appid: appId, redirect_uri: back, response_type: 'code', scope: 'snsapi_login', state }
  return `${address}?${new URLSearchParams(query)}#wechat_redirect`
}

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
function wechatClient({ url, appId, secret }: Account): Exchange {
  async function ask(path: string, query: Record<string, string>): Promise<Record<string, unknown>> {
    try {
      const response = await vendorFetch(`${await url()}${path}?${new URLSearchParams(query)}`, {
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
