import { displayPlate } from '@cheyi/domain/check/plate'
import type { Lifecycle } from '@cheyi/domain/inventory/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { retentions } from '@cheyi/domain/retention/rules'
import { batchOutcome, bulkWork, type Run } from '../job/actions.ts'
import type { Context } from '../kernel/context.ts'
import { setLifecycle } from './life.ts'
import { moveHome } from './save.ts'
import * as store from './store.ts'

/** What happens to each vehicle: one of the two. */
export interface Change {
  readonly lifecycle?: Lifecycle
  readonly homeStoreId?: string
}
interface Asked {
  readonly ids: readonly string[]
  readonly change: Change
}
interface Done {
  /** How many of the vehicles were tried. */
  readonly tried: number
  /** The refused ones by reason, as their places among `ids`: it is written with each vehicle, so it stays short. */
  readonly refused: Readonly<Record<string, readonly number[]>>
}

/**
 * The same for many vehicles, each in a transaction of its own, as bookings wait for its pool. A vehicle that is refused
 * is told with its reason; a process that dies leaves whole vehicles, after which the next goes on.
 */
export const changeEach = bulkWork<Asked, Done>({
  kind: 'vehicleBatch',
  key: 'inventory.edit',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { ids } = run.input
    let done: Done = run.kept ?? { tried: 0, refused: {} }
    while (done.tried < ids.length) {
      done = await next(run, done)
      if (done.tried % 10 === 0) await run.progress(done.tried, ids.length)
    }
    const refused = Object.entries(done.refused)
      .flatMap(([reason, places]) => places.map((at) => ({ at, vehicleId: ids[at]!, reason })))
      .toSorted((a, b) => a.at - b.at)
    const vehicles = await run.read((ctx) =>
      store.byIds(
        ctx,
        refused.map(({ vehicleId }) => vehicleId),
      ),
    )
    const plates = new Map(vehicles.map(({ id, plate }) => [id, displayPlate(plate)]))
    return batchOutcome(run, {
      noun: '车辆',
      total: ids.length,
      left: refused.map(({ at, vehicleId, reason }) => ({ row: at + 1, value: plates.get(vehicleId) ?? '', reason })),
    })
  },
})

async function next(run: Run<Asked, Done>, { tried, refused }: Done): Promise<Done> {
  const { ids, change } = run.input
  const vehicleId = ids[tried]!
  try {
    return await run.step(async (ctx) => {
      await act(ctx, vehicleId, change)
      return { tried: tried + 1, refused }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Told in a transaction of its own: the refused one is gone.
    const so = refused[error.message] ?? []
    return run.step(async () => ({ tried: tried + 1, refused: { ...refused, [error.message]: [...so, tried] } }))
  }
}

const act = (ctx: Context, vehicleId: string, { lifecycle, homeStoreId }: Change): unknown =>
  homeStoreId === undefined
    ? setLifecycle({ vehicleId, lifecycle: lifecycle!, version: undefined }, ctx)
    : moveHome(ctx, vehicleId, homeStoreId)
