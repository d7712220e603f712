import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { depreciatedFrom } from '@cheyi/domain/fleet/cost/spread'
import { addDays, DAY, HOUR, localDate } from '@cheyi/domain/time'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'

/** Months over which the cars of the demo lose their value. */
const MONTHS = 60

interface Car {
  readonly id: string
  readonly purchaseOn: string
  readonly purchaseFen: number
  readonly insuredUntil: string
}

/** What the cars of the demo cost: depreciation, a year of insurance, places to park, a loan, and small bills of the last weeks. */
export async function spend(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const ctx = await stage.context(cast.manager, now)
  const cars = await ctx.query<Car>(
    `select id, purchase_on::text as purchase_on, purchase_fen, insurance_expire_on::text as insured_until from vehicle
      where purchase_fen is not null and insurance_expire_on is not null order by id`,
  )
  const act = stage.as(cast.manager, now - HOUR)
  const { add, planAdd } = contract.cost
  for (const [n, { id: vehicleId, purchaseOn, purchaseFen, insuredUntil }] of cars.entries()) {
    const first = depreciatedFrom(purchaseOn)
    const residual = Math.round(purchaseFen * 0.3)
    await act(planAdd, { vehicleId, kind: costKind.depreciation, from: first, months: MONTHS, fen: residual })
    const premium = 280_000 + (n % 7) * 35_000
    const year = { from: addDays(insuredUntil, -364), to: insuredUntil, note: '交强险和商业险' }
    await act(add, { vehicleId, kind: costKind.insurance, ...year, fen: premium, taxFen: Math.round(premium * 0.0566) })
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
