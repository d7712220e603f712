import { randomBytes } from 'node:crypto'
import type { PartnerPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { wukongClient } from './client.ts'
import { wukongSimulator } from './simulator/simulator.ts'

/** The partner if the installation has an account, on a demo its simulator over the same protocol, otherwise none. */
export function openWukong(
  { wukong, simulators }: Pick<Config, 'wukong' | 'simulators'>,
  now: () => number,
): PartnerPort {
  if (wukong !== undefined) return wukongClient({ ...wukong, url: () => wukong.url, now })
  if (simulators === 'off') return { exchange: async () => undefined }
  const account = { appId: 'simulated', secret: randomBytes(32).toString('hex'), now }
  const simulator = wukongSimulator(account)
  return {
    ...wukongClient({ ...account, url: simulator.url }),
    issue: async (partnerUserId) => simulator.issue(partnerUserId),
    close: simulator.close,
  }
}
