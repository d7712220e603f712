import type { WechatPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { wechatClient } from './client.ts'
import { wechatSimulator } from './simulator/simulator.ts'

/** WeChat where the installation has an app with it, on a demo a simulator over the same wire, and nobody elsewhere. */
export function openWechat({
  wechat,
  vendors,
  simulators,
}: Pick<Config, 'wechat' | 'vendors' | 'simulators'>): WechatPort {
  if (wechat !== undefined) return wechatClient({ ...wechat, url: () => vendors.wechat })
  // Anybody could make up a code.
  if (simulators === 'off') return { exchange: async () => undefined }
  const simulator = wechatSimulator()
  return { ...wechatClient({ appId: 'simulated', secret: 'simulated', url: simulator.url }), close: simulator.close }
}
