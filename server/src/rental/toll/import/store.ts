import { recordOf } from '@cheyi/domain/rental/toll/bearer'
import { carOfCard } from '@cheyi/domain/rental/toll/card'
import { type KnownTolls, ordersOfTolls, reportsOf, type TollPlan } from '@cheyi/domain/rental/toll/import/plan'
import { isSoundToll, type ReadToll } from '@cheyi/domain/rental/toll/import/row'
import type { KnownCar } from '@cheyi/domain/rental/violation/holders'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { recordset } from '../../../kernel/db/recordset.ts'
import { pendingWorkChanges } from '../../../platform/pending-work/actions.ts'
import { carriers, knownOrders, lockHolders, sightOf, timesOf } from '../../violation/actions.ts'
import { pairRefunds } from '../refunds.ts'
import * as store from '../store.ts'

/** The merchant's data that the rows of a bill may refer to: six statements for any number of rows. */
export async function loadReferences(ctx: Context, rows: readonly ReadToll[]): Promise<KnownTolls> {
  const sound = rows.filter(isSoundToll)
  return ctx.elevated(async () => {
    const cards = await store.carsOfCards(ctx, [...new Set(sound.map(({ cardNo }) => cardNo))].filter(Boolean))
    const byPlate = await carriers(ctx, [...new Set(sound.map(({ plate }) => plate))].filter(Boolean))
    const ofCards = [...cards.values()].flatMap(({ vehicleId, former }) => [
      vehicleId,
      ...former.map((one) => one.vehicleId),
    ])
    const others = await store.carsById(
      ctx,
      [...new Set(ofCards)].filter((id) => !byPlate.some(({ vehicleId }) => vehicleId === id)),
    )
    const cars: KnownCar[] = [...byPlate, ...others]
    const plateOf = new Map(cars.map(({ vehicleId, plate }) => [vehicleId, plate]))
    const reports = sound.flatMap((row) => {
      const card = cards.get(row.cardNo)
      const carried = card && plateOf.get(carOfCard(card, row.outAt))
      return [...reportsOf(row), ...(carried === undefined ? [] : reportsOf({ ...row, plate: carried }))]
    })
    const times = await timesOf(ctx, cars, reports)
    return {
      cars,
      cards,
      times,
      orders: await knownOrders(ctx, ordersOfTolls(rows, { cars, cards, times })),
      lines: await store.alike(ctx, sound),
      inSight: sightOf(ctx),
    }
  })
}

export const lockRows = (ctx: Context, rows: readonly ReadToll[]): Promise<KnownTolls> =>
  lockHolders(
    ctx,
    () => loadReferences(ctx, rows),
    (facts) => ordersOfTolls(rows, facts),
    store.lockRegister,
  )

/** Writes the planned lines by one statement. The caller holds the locks. */
export async function insertPlanned(ctx: Context, plans: readonly TollPlan[]): Promise<void> {
  const rows = plans.flatMap((plan) => (plan.action === 'create' ? [plan] : []))
  const ids = await store.insertEach(
    ctx,
    recordset(
      rows.map(({ row: { inAt, outAt, lineNo, ...row }, place: { vehicleId, storeId, bearer } }) => ({
        ...row,
        lineNo: row.fen < 0 ? null : lineNo,
        backNo: row.fen < 0 ? lineNo : null,
        inAt: inAt === null ? null : at(inAt),
        outAt: at(outAt),
        vehicleId,
        storeId,
        ...recordOf(bearer),
      })),
    ),
  )
  pendingWorkChanges(ctx, 'toll', ids)
  await pairRefunds(ctx)
}
