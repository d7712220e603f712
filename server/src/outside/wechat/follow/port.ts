import { randomBytes } from 'node:crypto'
import type { FollowPort } from '../../../kernel/ports.ts'
import type { Config, FollowAccount } from '../../../kernel/process/config.ts'
import { publicUrl } from '../../../kernel/process/public-url.ts'
import { screen } from '../../../kernel/screen.ts'
import { followClient } from './client.ts'
import { followSimulator } from './simulator.ts'

/** The installation's service account, on a demo a simulator over the same protocol; null: none. */
export function openFollow(
  config: Pick<Config, 'follow' | 'vendors' | 'simulators' | 'publicUrl' | 'port'>,
  now: () => number,
): FollowPort | null {
  const { follow, vendors, simulators } = config
  if (follow !== undefined)
    return followClient(follow, { url: () => vendors.wechat, authorize: vendors.wechatAuthorize, now })
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
  const authorize = '/api/simulation/v1/wechat/authorize'
  return { ...followClient(account, { url: simulator.url, authorize, now }), ...simulator }
}
