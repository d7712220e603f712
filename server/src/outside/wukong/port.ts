import { randomBytes } from 'node:crypto'
import type { Config } from '../../kernel/config.ts'
import type { PartnerPort } from '../../kernel/ports.ts'
import { wukongClient } from './client.ts'
import { wukongSimulator } from './simulator/simulator.ts'

/** The partner itself where the installation has an account with it, and otherwise its simulator, over the same wire. */
export function openWukong({ wukong }: Pick<Config, 'wukong'>, now: () => number): PartnerPort {
  if (wukong !== undefined) return wukongClient({ ...wukong, url: () => wukong.url, now })
  const account = { appId: 'simulated', secret: randomBytes(32).toString('hex'), now }
  const simulator = wukongSimulator(account)
  return {
    ...wukongClient({ ...account, url: simulator.url }),
    issue: async (partnerUserId) => simulator.issue(partnerUserId),
    close: simulator.close,
  }
}
