import type { RingPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { jpush } from './jpush.ts'
import { pushSimulator } from './simulator.ts'

/** Push messages to the app on phones: the installation's account, on a demo a simulator over the same protocol; null: none. */
export function openPush(
  { push, vendors, simulators }: Pick<Config, 'push' | 'vendors' | 'simulators'>,
  now: () => number,
): RingPort | null {
  if (push !== undefined) return jpush(push, () => vendors.jpush)
  if (simulators === 'off') return null
  const simulator = pushSimulator(now)
  return { ...jpush({ appKey: 'simulated', masterSecret: 'simulated' }, simulator.url), ...simulator }
}
