import { randomBytes } from 'node:crypto'
import type { DocumentPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { localOcr } from './local.ts'
import { ocrSimulator } from './simulator.ts'
import { tencentOcr } from './tencent.ts'

/**
 * The vendor where the installation has an account, on a demo its simulator over the same wire, and a program on this machine
 * elsewhere; `folder` is where that has its pictures.
 */
export function openOcr(
  { tencentOcr: given, simulators }: Pick<Config, 'tencentOcr' | 'simulators'>,
  { now, folder }: { readonly now: () => number; readonly folder: string },
): DocumentPort {
  if (given !== undefined) return tencentOcr(given, { now })
  if (simulators === 'off') return localOcr(folder)
  const account = { secretId: 'simulated', secretKey: randomBytes(32).toString('hex'), region: 'ap-shanghai' }
  const local = localOcr(folder)
  const simulator = ocrSimulator({ ...account, now }, local.readSign)
  return {
    ...tencentOcr(account, { now, url: simulator.url }),
    async close() {
      await Promise.all([simulator.close(), local.close?.()])
    },
  }
}
