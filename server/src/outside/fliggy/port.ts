import { randomBytes } from 'node:crypto'
import type { FliggyPort } from '../../kernel/ports.ts'
import type { Config, FliggyAccount } from '../../kernel/process/config.ts'
import { fliggySimulator } from './simulator.ts'
import { readAnswer, statusUpdate } from './top.ts'

/** 飞猪 by the installation's application there, on a demo its simulator over the same protocol; null: neither. */
export function openFliggy(
  { fliggy, vendors, simulators }: Pick<Config, 'fliggy' | 'vendors' | 'simulators'>,
  now: () => number,
): FliggyPort | null {
  if (fliggy !== undefined) return signedBy(fliggy, async () => vendors.taobao, now)
  if (simulators === 'off') return null
  const account = { appKey: 'simulated', secret: randomBytes(16).toString('hex') }
  const simulator = fliggySimulator(account, now)
  return { ...signedBy(account, simulator.url, now), simulator, close: () => simulator.close() }
}

const signedBy = (account: FliggyAccount, url: () => Promise<string>, now: () => number): FliggyPort => ({
  update: async (update) => statusUpdate(account, update, { url: await url(), now: now() }),
  read: readAnswer,
})
