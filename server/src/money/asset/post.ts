import { endOfMonth, monthOf } from '@cheyi/domain/fleet/cost/spread'
import { type AssetSums, gainOf, isNoSums, noSums, sumsAdded, sumsAt, sumsLess } from '@cheyi/domain/money/asset/asset'
import { assetDisposalEntry, assetMonthEntry } from '@cheyi/domain/money/asset/entries'
import { type PayeeKind, payeeKind } from '@cheyi/domain/money/payable/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { registerAccrual } from '../closing/actions.ts'
import { accrueLeases, registerTypedProblem } from '../payable/actions.ts'
import { postSettlement } from '../payment/actions.ts'
import { bookLoans } from './loans.ts'
import * as store from './store.ts'

/*
 * What a closed month has of the cars of the merchant, where it chose that: cost and depreciation as far as they are not posted (J29), and
 * the disposals of the month (J30). Each month posts the difference between what the books should have at its end and what they have, so
 * that a month that is closed once posts nothing twice, and what was planned too late comes with the first open month.
 */

/** The setting where a month is to be posted; undefined otherwise. */
export async function postingOf(ctx: Pick<Context, 'query'>, month: LocalDate): Promise<store.SettingRow | undefined> {
  const setting = await store.setting(ctx)
  return setting?.posted && month >= setting.from ? setting : undefined
}

const way = { storeId: null, way: payWay.bank } as const

async function postAssets(ctx: Context, { from }: store.SettingRow, month: LocalDate): Promise<void> {
  const cars = await store.assets(ctx, month, {}, { after: null, limit: null })
  const posted = new Map((await store.postedSums(ctx)).map((row) => [row.vehicleId, row]))
  const rows = cars.flatMap(({ vehicleId, ...car }) => {
    const { vehicleId: _, ...before } = posted.get(vehicleId) ?? { vehicleId, ...noSums }
    const next = sumsLess(sumsAt(car, from, month), before)
    return isNoSums(next) ? [] : [{ vehicleId, ...next }]
  })
  if (rows.length === 0) return
  await store.insertMonth(ctx, month, rows)
  const sums = rows.reduce<AssetSums>((all, row) => sumsAdded(all, row), noSums)
  await postSettlement(ctx, assetMonthEntry(month.slice(0, 7), sums), { ...way, postedOn: endOfMonth(month) })
}

async function postDisposals(ctx: Context, { from }: store.SettingRow, month: LocalDate): Promise<void> {
  const disposals = await store.unbookedDisposals(ctx, from, endOfMonth(month))
  if (disposals.length === 0) return
  const posted = new Map((await store.postedSums(ctx)).map((row) => [row.vehicleId, row]))
  for (const { id, vehicleId, proceedsFen, taxFen } of disposals) {
    const sums = posted.get(vehicleId) ?? noSums
    const costFen = sums.openingCostFen + sums.costFen
    const depreciatedFen = sums.openingFen + sums.depreciationFen
    const gainFen = gainOf({ proceedsFen, taxFen, netFen: costFen - depreciatedFen })
    const bookedOn = endOfMonth(month)
    await store.setBooked(ctx, id, { bookedOn, costFen, depreciatedFen, gainFen })
    await postSettlement(ctx, assetDisposalEntry(id, { costFen, depreciatedFen, proceedsFen, taxFen, gainFen }), {
      ...way,
      postedOn: bookedOn,
    })
  }
}

/** @param ofMonth `YYYY-MM` */
export async function accrueAssets(ctx: Context, ofMonth: string): Promise<void> {
  const month: LocalDate = `${ofMonth}-01`
  const setting = await postingOf(ctx, month)
  if (setting === undefined) return
  await postAssets(ctx, setting, month)
  await postDisposals(ctx, setting, month)
  await bookLoans(ctx, setting, month)
  await accrueLeases(ctx, ofMonth, setting.from)
}

registerAccrual(accrueAssets)

/** Their costs are booked by the month, so that a bill that is not about them would have them a second time. */
const monthlyPayees: readonly PayeeKind[] = [payeeKind.lessor, payeeKind.lender]

registerTypedProblem(async (ctx, kind, billedOn) =>
  monthlyPayees.includes(kind) && (await postingOf(ctx, monthOf(billedOn))) !== undefined
    ? '成本已按月记入账簿，请在「未开账单费用」中选取该收款方的费用'
    : null,
)
