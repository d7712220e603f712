import { contract } from '@cheyi/contract/index'
import { kindsOpenTo, profileOf } from '@cheyi/domain/fleet/ticket/kinds'
import { acceptedCost, costTotal, maintenance, type Spending, spendingOf } from '@cheyi/domain/fleet/ticket/maintenance'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { isTested, nextInspection } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { pick } from '@cheyi/domain/pick'
import { localDate } from '@cheyi/domain/time'
import { type Context, implement, requireFound } from '../../kernel/context.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { foreseeBlock } from '../stock/actions.ts'
import { maintenanceBatch, yearlyBatch } from './batch.ts'
import { careNote, carePage, countDueCare } from './care.ts'
import { damageOf, ofDamage } from './damage.ts'
import { garageCreate, garageEdit, garageMerge, garagePage, garages } from './garage/handlers.ts'
import { requireValidEnds } from './handle.ts'
import { exportAll, pageOf, viewOf } from './list.ts'
import { create, edit, handle } from './maintenance.ts'
import { effectView } from './plan.ts'
import * as moving from './relocation.ts'
import { approversOf, limitOf, mayApprove, spending } from './spending.ts'
import * as store from './store.ts'
import * as yearlies from './yearly/store-yearly.ts'
// Imported for their effect: register how forms are handed to colleagues, and how pending work about tickets is found.
import './waiting.ts'
import type { TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { draftsOf, parseDraft } from '../../platform/referral/actions.ts'
import * as yearlyActs from './yearly/yearly.ts'

/** Maximum number of tickets in the list. */
const MOST = 50
/** Maximum number of cars to choose from; further ones are found by plate. */
const MOST_CARS = 50

export const ticket = implement(contract.ticket, {
  async hub({ storeId = null, waits = null }, ctx) {
    if (storeId !== null) inSight(ctx, storeId)
    const kinds = kindsOpenTo(ctx.identity.keys)
    const [counts, waiting, care, rows] = await Promise.all([
      store.openCounts(ctx, kinds, storeId),
      store.waitCounts(ctx, kinds, storeId),
      kinds.includes(maintenance.kind) ? countDueCare(ctx, storeId) : null,
      store.open(ctx, { kinds, storeId, waits }, MOST),
    ])
    return { kinds: counts, waits: waiting, care, open: rows.map(viewOf) }
  },

  async ofVehicle({ vehicleId }, ctx) {
    return (await store.ofVehicle(ctx, kindsOpenTo(ctx.identity.keys), vehicleId)).map(viewOf)
  },

  vehicles: (input, ctx) => store.vehicles(ctx, input, MOST_CARS),

  async preview({ kind, vehicleId, ticketId, toStoreId, planStart, planEnd }, ctx) {
    const of = profileOf(kind)
    ctx.require(of.key)
    const vehicle = requireFound(await store.vehicleById(ctx, vehicleId))
    inSight(ctx, vehicle.homeStoreId)
    const plan = requireValidEnds(of, { from: planStart, to: planEnd })
    return effectView(
      await foreseeBlock(ctx, { vehicleId, kind: of.occupancy, refId: ticketId ?? '0', toStoreId, ...plan }),
    )
  },

  exportAll,
  maintenanceBatch,
  yearlyBatch,
  carePage,
  careNote,
  ofDamage,
  garages,
  garagePage,
  garageCreate,
  garageEdit,
  garageMerge,

  relocationPage(input, ctx) {
    return pageOf(ctx, relocation, input)
  },

  async relocationDetail({ ticketId }, ctx) {
    const row = requireFound(await store.byId(ctx, ticketId, relocation))
    const [photosOf, names] = await Promise.all([
      viewsOf(ctx, [row], ({ startPhotoIds, endPhotoIds }) => [...startPhotoIds, ...endPhotoIds]),
      store.namesOf(
        ctx,
        row.log.map(({ by }) => by),
      ),
    ])
    const photos = photosOf(row)
    const { scope, storeIds } = ctx.identity
    const isAt = (storeId: string) => scope === 'all' || storeIds.includes(storeId)
    return {
      ...wholeOf(row, names),
      toStoreId: row.toStoreId!,
      toStoreName: row.toStoreName ?? '',
      reason: row.reason!,
      mode: row.mode!,
      ...pick(row, 'carrier', 'waybill', 'changeHome', 'energy'),
      start:
        row.startKm === null ? null : { km: row.startKm, fuelPct: row.startFuelPct, batteryPct: row.startBatteryPct },
      end: row.endKm === null ? null : { km: row.endKm, fuelPct: row.endFuelPct, batteryPct: row.endBatteryPct },
      startPhotos: photos.filter(({ mediaId }) => row.startPhotoIds.includes(mediaId)),
      endPhotos: photos.filter(({ mediaId }) => row.endPhotoIds.includes(mediaId)),
      ends: { from: isAt(row.storeId), to: isAt(row.toStoreId!) },
    }
  },

  relocationCreate: moving.create,
  relocationEdit: moving.edit,
  relocationHandle: moving.handle,

  maintenancePage: (input, ctx) => pageOf(ctx, maintenance, input),

  async maintenanceDetail({ ticketId }, ctx) {
    const row = requireFound(await store.byId(ctx, ticketId, maintenance))
    const [photosOf, names, damage, origin] = await Promise.all([
      viewsOf(ctx, [row], ({ startPhotoIds, endPhotoIds }) => [...startPhotoIds, ...endPhotoIds]),
      store.namesOf(ctx, [...row.log.map(({ by }) => by), ...(row.approvedBy ? [row.approvedBy] : [])]),
      damageOf(ctx, row.damageId),
      row.originId === null ? null : store.linkedTicket(ctx, row.originId),
    ])
    const photos = photosOf(row)
    const facts = spending(row)
    return {
      ...wholeOf(row, names),
      type: row.maintainType!,
      items: row.work,
      ...pick(row, 'garageId', 'garageName', 'garagePhone', 'garageAddress', 'startKm', 'endKm'),
      startPhotos: photos.filter(({ mediaId }) => row.startPhotoIds.includes(mediaId)),
      endPhotos: photos.filter(({ mediaId }) => row.endPhotoIds.includes(mediaId)),
      cost: ctx.can('ticket.cost') ? await costOf(ctx, row, facts, names) : null,
      awaitsApproval: facts.unapproved,
      origin: origin ?? null,
      damage,
      nextKm: row.nextCareKm,
      nextOn: row.nextCareOn,
    }
  },

  maintenanceCreate: create,
  maintenanceEdit: edit,
  maintenanceHandle: handle,

  yearlyPage: (input, ctx) => pageOf(ctx, yearly, input),

  async yearlyDetail({ ticketId }, ctx) {
    const row = requireFound(await store.byId(ctx, ticketId, yearly))
    const [picturesOf, names, car, repair] = await Promise.all([
      viewsOf(ctx, [row], ({ certificateIds }) => certificateIds),
      store.namesOf(
        ctx,
        row.log.map(({ by }) => by),
      ),
      yearlies.carOf(ctx, row.vehicleId),
      yearlies.repairOf(ctx, row.id),
    ])
    const { useNature, registerOn, inspectionExpireOn: paperEndOn, rentedUntil } = car
    const due = row.dueOn ?? localDate(ctx.now)
    return {
      ...wholeOf(row, names),
      ...pick(row, 'garageId', 'agency', 'inspectedOn', 'newEndOn'),
      address: row.place,
      paperEndOn,
      rentedUntil,
      proposedOn: nextInspection(useNature, registerOn, paperEndOn, localDate(ctx.now))?.on ?? null,
      tested: isTested(useNature, registerOn, due),
      result: row.inspectionResult,
      certificates: picturesOf(row),
      fee: ctx.can('ticket.cost') && row.costs.length > 0 ? costTotal(row.costs) : null,
      repair: repair ?? null,
    }
  },

  yearlyCreate: yearlyActs.create,
  yearlyEdit: yearlyActs.edit,
  yearlyHandle: yearlyActs.handle,
})

/** The fields that the page of any ticket shows. */
const wholeOf = (row: store.ListRow, names: ReadonlyMap<string, string>) => ({
  ...viewOf(row),
  remark: row.remark,
  odometerKm: row.odometerKm,
  log: row.log
    .map(({ at, by, action, note }) => ({
      at,
      byName: names.get(by) ?? '系统',
      action: profileOf(row.kind).actions[action] ?? action,
      note,
    }))
    .toReversed(),
})

async function costOf(ctx: Context, row: store.ListRow, facts: Spending, names: ReadonlyMap<string, string>) {
  const awaits = facts.unapproved
  return {
    quote: row.quoteFen,
    approved: row.approvedFen,
    approvedName: row.approvedBy === null ? null : (names.get(row.approvedBy) ?? ''),
    awaits,
    own: awaits && !(await mayApprove(ctx, row)),
    asked: awaits
      ? {
          fen: spendingOf(facts),
          limit: await limitOf(ctx, row.storeId),
          refused: row.refused,
          approvers: await approversOf(ctx, row),
        }
      : null,
    rows: row.costs.map((cost) => ({ ...cost, on: cost.on ?? null })),
    total: costTotal(row.costs),
    accepted: acceptedCost(facts),
  }
}

/* The form of a new ticket, handed to a colleague who may take the car from orders. */

async function aboutOf(ctx: Context, { noun }: TicketProfile, vehicleId: string) {
  const { plate, homeStoreId } = requireFound(await store.vehicleById(ctx, vehicleId))
  return { storeId: inSight(ctx, homeStoreId), returnStoreId: null, no: `新建${noun} · ${displayPlate(plate)}` }
}

const { relocationCreate, maintenanceCreate, yearlyCreate } = contract.ticket
draftsOf(
  'relocation.create',
  (value) => parseDraft(relocationCreate.input, value),
  (ctx, { vehicleId }) => aboutOf(ctx, relocation, vehicleId),
)
draftsOf(
  'maintenance.create',
  (value) => parseDraft(maintenanceCreate.input, value),
  (ctx, { vehicleId }) => aboutOf(ctx, maintenance, vehicleId),
)
draftsOf(
  'yearly.create',
  (value) => parseDraft(yearlyCreate.input, value),
  (ctx, { vehicleId }) => aboutOf(ctx, yearly, vehicleId),
)
