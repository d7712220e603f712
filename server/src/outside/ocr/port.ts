import { randomBytes } from 'node:crypto'
import type { DocumentPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { ocrSimulator } from './simulator.ts'
import { tencentOcr } from './tencent.ts'

/** The vendor if the installation has an account, on a demo its simulator over the same protocol; null: documents are typed. */
export function openOcr(
  { tencentOcr: given, simulators }: Pick<Config, 'tencentOcr' | 'simulators'>,
  now: () => number,
): DocumentPort | null {
  if (given !== undefined) return tencentOcr(given, { now })
  if (simulators === 'off') return null
  const account = { secretId: 'simulated', secretKey: randomBytes(32).toString('hex'), region: 'ap-shanghai' }
  const simulator = ocrSimulator({ ...account, now })
  return { ...tencentOcr(account, { now, url: simulator.url }), close: () => simulator.close() }
}
