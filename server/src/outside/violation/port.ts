import { randomBytes } from 'node:crypto'
import type { ViolationPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { httpViolations } from './http.ts'
import { violationSimulator } from './simulator.ts'

/** The provider that the installation has an account with, on a demo its simulator over the same protocol; null: none. */
export function openViolations(
  { violations, simulators }: Pick<Config, 'violations' | 'simulators'>,
  now: () => number,
): ViolationPort | null {
  if (violations !== undefined) return { ask: httpViolations(violations, { now, url: () => violations.url }) }
  if (simulators === 'off') return null
  const account = { appId: 'simulated', secret: randomBytes(32).toString('hex') }
  const simulator = violationSimulator(account, now)
  return {
    ask: httpViolations(account, { now, url: simulator.url }),
    simulator,
    close: () => simulator.close(),
  }
}
