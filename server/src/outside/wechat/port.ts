import type { Config } from '../../kernel/config.ts'
import type { WechatPort } from '../../kernel/ports.ts'
import { wechatClient } from './client.ts'
import { wechatSimulator } from './simulator/simulator.ts'

/** WeChat where the installation has an app with it, and otherwise a simulator, over the same wire. */
export function openWechat({ wechat }: Pick<Config, 'wechat'>): WechatPort {
  if (wechat !== undefined) return wechatClient({ ...wechat, url: () => 'https://api.weixin.qq.com' })
  const simulator = wechatSimulator()
  return { ...wechatClient({ appId: 'simulated', secret: 'simulated', url: simulator.url }), close: simulator.close }
}
