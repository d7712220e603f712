import type { WechatPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { screen } from '../../kernel/screen.ts'
import { wechatClient } from './client.ts'
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
