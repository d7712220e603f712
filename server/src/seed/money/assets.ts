import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { firstDepreciationMonth } from '@cheyi/domain/fleet/cost/spread'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { disposalTax } from '@cheyi/domain/money/asset/codes'
import { addDays, addMonths, HOUR, localDate } from '@cheyi/domain/time'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'

/** Cars that were sold: plate, price, and what was paid for them; null: nobody has entered it yet. */
const soldCars = [
  { plate: '沪A8D306', vin: 'LSVNV2180F2000018', priceFen: 9_280_000, proceedsFen: 4_150_000 },
  { plate: '沪A8D319', vin: 'LSVNV2180F2000021', priceFen: 8_890_000, proceedsFen: null },
] as const

/** Assets of the demo besides its cars on the road: two that were sold, and a loan that is repaid. */
export async function ownCars(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const { asset, cost, inventory } = contract
  // Dates are those of the hours at which people enter them: shortly after midnight these were yesterday.
  const entered = now - 2 * HOUR
  const manage = stage.as(cast.manager, entered)
  const keep = stage.as(cast.finance, now - HOUR)
  const ctx = await stage.context(cast.manager, entered)
  const today = localDate(entered)
  const month = `${today.slice(0, 7)}-01`
  const [like] = await ctx.query<{ storeId: string; modelId: string }>(
    'select home_store_id as store_id, model_id from vehicle where purchase_fen is not null order by id limit 1',
  )
  const boughtOn = addDays(addMonths(month, -40), 11)
  for (const { plate, vin, priceFen, proceedsFen } of soldCars) {
    const [{ id: vehicleId }] = (await ctx.query<{ id: string }>(
      `insert into vehicle (plate, plate_kind, vin, model_id, home_store_id, current_store_id, lifecycle, register_on, purchase_on, purchase_fen, odometer_km)
       values ($1, 1, $2, $3, $4, $4, ${lifecycle.off}, $5::date, $5::date, $6, 86000) returning id`,
      [plate, vin, like!.modelId, like!.storeId, boughtOn, priceFen],
    )) as [{ id: string }]
    const plan = { vehicleId, kind: costKind.depreciation, from: firstDepreciationMonth(boughtOn), months: 60 }
    await manage(cost.planAdd, { ...plan, fen: Math.round(priceFen * 0.3) })
    await manage(inventory.setLifecycle, { vehicleId, lifecycle: lifecycle.disposed })
    if (proceedsFen !== null)
      await keep(asset.dispose, {
        ...{ vehicleId, disposedOn: today, proceeds: proceedsFen, taxKind: disposalTax.reduced },
        ...{ buyer: '上海诚信二手车交易市场', received: true },
      })
  }
  const { list } = await keep(asset.page, { pageSize: 5 })
  const { loanId } = await keep(asset.loanAdd, {
    ...{ vehicleId: list[0]!.vehicleId, lender: '上汽通用汽车金融', principal: 6_000_000 },
    ...{ takenOn: addMonths(month, -8), repaid: 1_333_300 },
  })
  await keep(asset.loanRepay, { loanId, version: 2, amount: 166_700, paidOn: month })
}
