import type { Lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import type { Context } from '../../kernel/context.ts'
import { batchOutcome, bulkWork, doEach, type Each } from '../../platform/job/actions.ts'
import { setLifecycle } from './life.ts'
import { moveHome } from './save.ts'
import * as store from './store.ts'

/** The change of each vehicle: one of the two. */
export interface Change {
  readonly lifecycle?: Lifecycle
  readonly homeStoreId?: string
}
interface Asked {
  readonly ids: readonly string[]
  readonly change: Change
}
/** The same change for many vehicles; a refused one is reported with its reason. */
export const changeEach = bulkWork<Asked, Each>({
  kind: 'vehicleBatch',
  key: 'inventory.edit',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { ids, change } = run.input
    const refused = await doEach(
      run,
      ids.map((_, at) => [at]),
      async (ctx, [at]) => {
        await act(ctx, ids[at!]!, change)
        return []
      },
    )
    const vehicles = await run.read((ctx) =>
      store.byIds(
        ctx,
        refused.map(({ at }) => ids[at]!),
      ),
    )
    const plates = new Map(vehicles.map(({ id, plate }) => [id, displayPlate(plate)]))
    return batchOutcome(run, {
      noun: '车辆',
      total: ids.length,
      left: refused.map(({ at, reason }) => ({ row: at + 1, value: plates.get(ids[at]!) ?? '', reason })),
    })
  },
})

const act = (ctx: Context, vehicleId: string, { lifecycle, homeStoreId }: Change): unknown =>
  homeStoreId === undefined
    ? setLifecycle({ vehicleId, lifecycle: lifecycle!, version: undefined }, ctx)
    : moveHome(ctx, vehicleId, homeStoreId)
