import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { firstDepreciationMonth } from '@cheyi/domain/fleet/cost/spread'
import { documentKind, type InsuranceKind, insuranceKinds } from '@cheyi/domain/fleet/inventory/codes'
import { DAY, HOUR, localDate } from '@cheyi/domain/time'
import { followPolicy, type Premium } from '../../fleet/cost/actions.ts'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'

/** Months over which the cars of the demo lose their value. */
const MONTHS = 60

interface Car {
  readonly id: string
  readonly purchaseOn: string
  readonly purchaseFen: number
}

interface Policy extends Premium {
  readonly id: string
  readonly vehicleId: string
  readonly kind: InsuranceKind
  readonly insurer: string
}

/** What the cars of the demo cost: depreciation, their policies, places to park, a loan, and small bills of the last weeks. */
export async function spend(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const ctx = await stage.context(cast.manager, now)
  const cars = await ctx.query<Car>(
    'select id, purchase_on::text as purchase_on, purchase_fen from vehicle where purchase_fen is not null order by id',
  )
  const policies = await ctx.query<Policy>(
    `select id, vehicle_id, insurance_kind as kind, insurer, start_on::text as "from", end_on::text as "to", amount_fen as fen
       from vehicle_document where kind = ${documentKind.policy} and amount_fen > 0 order by id`,
  )
  for (const { id, vehicleId, kind, insurer, ...premium } of policies)
    await followPolicy(ctx, { id, vehicleId, note: `${insuranceKinds.text(kind)} ${insurer}` }, premium)
  const act = stage.as(cast.manager, now - HOUR)
  const { add, planAdd } = contract.cost
  for (const [n, { id: vehicleId, purchaseOn, purchaseFen }] of cars.entries()) {
    const first = firstDepreciationMonth(purchaseOn)
    const residual = Math.round(purchaseFen * 0.3)
    await act(planAdd, { vehicleId, kind: costKind.depreciation, from: first, months: MONTHS, fen: residual })
    if (n % 3 === 0)
      await act(planAdd, { vehicleId, kind: costKind.parking, from: first, months: 36, fen: 35_000, note: '固定车位' })
    if (n % 11 === 4)
      await act(planAdd, { vehicleId, kind: costKind.finance, from: first, months: 36, fen: 48_000, note: '贷款利息' })
    if (n % 5 === 0)
      await act(add, {
        vehicleId,
        kind: n % 2 === 0 ? costKind.cleaning : costKind.toll,
        from: localDate(now - (3 + (n % 40)) * DAY),
        fen: 4_500 + (n % 13) * 900,
      })
  }
}
