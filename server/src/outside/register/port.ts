import { randomBytes } from 'node:crypto'
import type { RegisterPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { caihRegister } from './caih.ts'
import { idCardSimulator, licenceSimulator } from './simulator.ts'
import { tencentRegister } from './tencent.ts'

/**
 * For each document the vendor that the installation has an account with, on a demo its simulator over the same
 * protocol, otherwise none.
 */
export function openRegister(
  { tencentFaceid, caih, vendors, simulators }: Pick<Config, 'tencentFaceid' | 'caih' | 'vendors' | 'simulators'>,
  now: () => number,
): RegisterPort {
  const given: RegisterPort['compares'] = {
    ...(tencentFaceid && { idCard: tencentRegister(tencentFaceid, { now }) }),
    ...(caih && { licence: caihRegister(caih, { now, url: () => vendors.caih }) }),
  }
  if (simulators === 'off') return { compares: given }
  const stand = simulatedRegisters(now)
  return { ...stand, compares: { ...stand.compares, ...given } }
}

function simulatedRegisters(now: () => number): RegisterPort {
  const secretKey = randomBytes(32).toString('hex')
  const ofTencent = { secretId: 'simulated', secretKey }
  const ofCaih = { userKey: 'simulated', appId: 'simulated', secretKey }
  const servers = { idCard: idCardSimulator({ ...ofTencent, now }), licence: licenceSimulator({ ...ofCaih, now }) }
  return {
    compares: {
      idCard: tencentRegister(ofTencent, { now, url: servers.idCard.url }),
      licence: caihRegister(ofCaih, { now, url: servers.licence.url }),
    },
    simulator: { tell: (paper, name, answer) => servers[paper].tell(name, answer) },
    async close() {
      await Promise.all(Object.values(servers).map((server) => server.close()))
    },
  }
}
