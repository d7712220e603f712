import { displayPlate } from '@cheyi/domain/check/plate'
import type { Lifecycle } from '@cheyi/domain/inventory/codes'
import { jobState } from '@cheyi/domain/lookup/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { bulkWork, type Outcome, type Run } from '../job/actions.ts'
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
  readonly changed: number
  readonly issues: NonNullable<Outcome['issues']>
}

/** As many refusals as anybody reads. */
const MAX_ISSUES = 200

/**
 * The same for many vehicles, each in a transaction of its own, as bookings wait for its pool. A vehicle that is refused
 * is told with its reason; a process that dies leaves whole vehicles, after which the next goes on.
 */
export const changeEach = bulkWork<Asked, Done>({
  kind: 'vehicleBatch',
  key: 'inventory.edit',
  keepFileMs: 0,
  async perform(run) {
    const { ids } = run.input
    let done: Done = run.kept ?? { tried: 0, changed: 0, issues: [] }
    while (done.tried < ids.length) {
      done = await next(run, done)
      if (done.tried % 10 === 0) await run.progress(done.tried, ids.length)
    }
    const failed = ids.length - done.changed
    return {
      state: failed > 0 ? jobState.partly : jobState.done,
      counts: { created: 0, updated: done.changed, skipped: 0, failed },
      issues: done.issues,
    }
  },
})

async function next(run: Run<Asked, Done>, { tried, changed, issues }: Done): Promise<Done> {
  const { ids, change } = run.input
  const vehicleId = ids[tried]!
  try {
    return await run.step(async (ctx) => {
      await act(ctx, vehicleId, change)
      return { tried: tried + 1, changed: changed + 1, issues }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Told in a transaction of its own: the refused one is gone.
    return run.step(async (ctx) => {
      const vehicle = await store.byId(ctx, vehicleId)
      const value = vehicle === undefined ? '' : displayPlate(vehicle.plate)
      const issue = { row: tried + 1, column: null, value, reason: error.message }
      return { tried: tried + 1, changed, issues: [...issues, issue].slice(0, MAX_ISSUES) }
    })
  }
}

const act = (ctx: Context, vehicleId: string, { lifecycle, homeStoreId }: Change): Promise<unknown> =>
  homeStoreId === undefined
    ? setLifecycle({ vehicleId, lifecycle: lifecycle!, version: undefined }, ctx)
    : moveHome(ctx, vehicleId, homeStoreId)
