import type { Lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import type { Context } from '../../kernel/context.ts'
import { eachWork } from '../../platform/job/actions.ts'
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
export const changeEach = eachWork<Asked, store.VehicleTable>({
  kind: 'vehicleBatch',
  key: 'inventory.edit',
  noun: '车辆',
  ids: ({ ids }) => ids,
  read: store.byIds,
  text: ({ plate }) => displayPlate(plate),
  act: (ctx, { ids, change }, at) => act(ctx, ids[at]!, change),
})

const act = (ctx: Context, vehicleId: string, { lifecycle, homeStoreId }: Change): unknown =>
  homeStoreId === undefined
    ? setLifecycle({ vehicleId, lifecycle: lifecycle!, version: undefined }, ctx)
    : moveHome(ctx, vehicleId, homeStoreId)
