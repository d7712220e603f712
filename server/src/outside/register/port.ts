import { randomBytes } from 'node:crypto'
import type { RegisterPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { registerSimulator } from './simulator.ts'
import { tencentRegister } from './tencent.ts'

/** The vendor where the installation has an account, on a demo its simulator over the same wire, and nobody elsewhere. */
export function openRegister(
  { tencentFaceid: given, simulators }: Pick<Config, 'tencentFaceid' | 'simulators'>,
  now: () => number,
): RegisterPort {
  if (given !== undefined) return tencentRegister(given, { now })
  if (simulators === 'off') return nobody
  const account = { secretId: 'simulated', secretKey: randomBytes(32).toString('hex') }
  const simulator = registerSimulator({ ...account, now })
  return { ...tencentRegister(account, { now, url: simulator.url }), simulator, close: simulator.close }
}

const nobody: RegisterPort = { compares: [], compare: async () => undefined }
