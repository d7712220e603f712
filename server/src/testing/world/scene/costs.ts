import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'
import { makeOwners } from './owners.ts'

/** An entry of costs and a monthly plan of a car, the voucher of another entry, and owners of managed cars. */
export async function makeCosts(
  t: TestApp,
  w: World,
  vehicleId: string,
  media: (biz: 'vehicle' | 'voucher') => Promise<string>,
): Promise<Record<string, string>> {
  const by = { token: w.tokens.owner }
  const { costId } = await t.call(contract.cost.add, { vehicleId, kind: 10, from: '2026-11-02', fen: 77_777_701 }, by)
  const plan = { vehicleId, kind: 4, from: '2026-10-01', months: 12, fen: 77_777_703 } as const
  const { planId } = await t.call(contract.cost.planAdd, plan, by)
  return { ...(await makeOwners(t, w, media)), cost: costId, costPlan: planId, costVoucher: await media('vehicle') }
}
