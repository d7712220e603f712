import { contract } from '@cheyi/contract/index'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import type { TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { type Context, found } from '../../kernel/context.ts'
import { draftsOf, parsed } from '../../platform/referral/actions.ts'
import { inSight } from '../store/actions.ts'
import * as store from './store.ts'

/* The form of a new ticket, handed to a colleague who may take the car from orders. */

async function aboutOf(ctx: Context, { noun }: TicketProfile, vehicleId: string) {
  const { plate, homeStoreId } = found(await store.vehicleById(ctx, vehicleId))
  return { storeId: inSight(ctx, homeStoreId), returnStoreId: null, no: `新建${noun} · ${displayPlate(plate)}` }
}

const { relocationCreate, maintenanceCreate, yearlyCreate } = contract.ticket
draftsOf(
  'relocation.create',
  (value) => parsed(relocationCreate.input, value),
  (ctx, { vehicleId }) => aboutOf(ctx, relocation, vehicleId),
)
draftsOf(
  'maintenance.create',
  (value) => parsed(maintenanceCreate.input, value),
  (ctx, { vehicleId }) => aboutOf(ctx, maintenance, vehicleId),
)
draftsOf(
  'yearly.create',
  (value) => parsed(yearlyCreate.input, value),
  (ctx, { vehicleId }) => aboutOf(ctx, yearly, vehicleId),
)
