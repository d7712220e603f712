import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { isWithCustomer } from '@cheyi/domain/fleet/inventory/codes'
import { commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { canCut } from '@cheyi/domain/fleet/vehicle-control/command'
import { MOST_ON_MAP } from '@cheyi/domain/fleet/vehicle-control/place'
import { commandsOf } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import { maskName } from '@cheyi/domain/mask'
import { pick } from '@cheyi/domain/pick'
import { greatCircle } from '@cheyi/domain/platform/geo/distance'
import { HOUR, localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { type OrderBrief, orders } from '../../kernel/orders.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { saveView } from '../../platform/stream/actions.ts'
import { modelImage } from '../model/actions.ts'
import { viewOf as commandView } from './command.ts'
import * as commandStore from './command-store.ts'
import * as store from './store.ts'

/** Maximum number of recent readers of the tracks of a car that are shown. */
const LOOKERS = 5
const COMMANDS = 5

const degrees = (e6: number | null): number | null => (e6 === null ? null : e6 / 1e6)
const tenth = (value: number | null): number | null => (value === null ? null : value / 10)

const viewOf = (ctx: Context, row: store.CarRow): OutputOf<typeof contract.vehicleControl.page>['list'][number] => ({
  vehicleId: row.id,
  ...pick(
    row,
    'plate',
    'plateColor',
    'modelName',
    'carType',
    'storeName',
    'runState',
    'alarms',
    'state',
    'chargePct',
    'rangeKm',
  ),
  image: modelImage(ctx, row.images),
  lastMsgAt: row.lastMsgAt,
  speed: tenth(row.speed),
  ...pick(row, 'moving', 'acc', 'locked', 'doorOpen'),
  cut: row.cutAt !== null || row.cutBit === true,
})

/**
 * The present positions of rented cars are personal data: they are shown only within an hour after a look, which is
 * written to the audit log. A map that stays open would otherwise be a way around the track, where each look is logged.
 */
export const look: HandlerOf<'vehicleControl', 'look'> = async (_, ctx) => {
  ctx.audit({ targetType: 'carsOnRent', targetId: ctx.accountId })
  return {}
}

const mayLook = async (ctx: Context): Promise<boolean> => (await store.lastLook(ctx, ctx.now - HOUR)) !== undefined

/** Cars within these boxes are sent to the stream of this tab; those of customers for an hour after a look. */
export const watch: HandlerOf<'vehicleControl', 'watch'> = async ({ stream, boxes }, ctx) => {
  const looked = await store.lastLook(ctx, ctx.now - HOUR)
  await saveView(ctx, stream, { boxes, rentedUntil: looked === undefined ? null : looked + HOUR })
  return {}
}

const isPlacedOnRent = ({ runState, latE6 }: store.CarRow): boolean => isWithCustomer(runState) && latE6 !== null

/** @throws Refusal notFound (-4) for a store that is not visible to the account */
export const listCars: HandlerOf<'vehicleControl', 'page'> = async (input, ctx) => {
  if (input.storeId !== undefined) inSight(ctx, input.storeId)
  const after = cursorKeys(input, 'int', 'id')
  const [rows, counts] = await Promise.all([
    store.page(ctx, input, after, pageSize(input) + 1),
    isFirstPage(input) ? store.counts(ctx, input) : null,
  ])
  const { rows: list, nextCursor } = buildPage(rows, input, ({ rank, id }) => [rank, id])
  return {
    list: list.map((row) => viewOf(ctx, row)),
    nextCursor,
    ...totalOf(counts === null ? null : counts[input.group ?? 'all']),
    counts,
  }
}

/** Cars with a known position, for a map of all. @throws Refusal notFound (-4) for a store that is not visible to the account */
export const mapCars: HandlerOf<'vehicleControl', 'map'> = async (input, ctx) => {
  if (input.storeId !== undefined) inSight(ctx, input.storeId)
  const [rows, counts] = await Promise.all([store.placedCars(ctx, input, MOST_ON_MAP), store.counts(ctx, input)])
  const looks = rows.some(({ rented }) => rented) && (await mayLook(ctx))
  const shown = rows.filter(({ rented }) => looks || !rented)
  return {
    cars: shown.map(({ latE6, lngE6, speed, course, ...row }) => ({
      ...row,
      lat: latE6 / 1e6,
      lng: lngE6 / 1e6,
      speed: (speed ?? 0) / 10,
      course: course ?? 0,
    })),
    withheld: rows.length - shown.length,
    placeless: counts[input.group ?? 'all'] - (rows[0]?.placed ?? 0),
    counts,
  }
}

/** @throws Refusal notFound (-4) for a car without a device, or one that is not visible */
export const carDetail: HandlerOf<'vehicleControl', 'detail'> = async ({ vehicleId }, ctx) => {
  const row = requireFound(await store.car(ctx, vehicleId))
  const withheld = isPlacedOnRent(row) && !(await mayLook(ctx))
  const [metres, order, stores, lookers, commands, settings] = await Promise.all([
    store.todayMetres(ctx, row.deviceId, localDate(ctx.now)),
    orders.ofCar(ctx, vehicleId),
    store.stores(ctx),
    store.lookers(ctx, row, LOOKERS),
    commandStore.lastOf(ctx, vehicleId, COMMANDS),
    settingsOf(ctx),
  ])
  const able = commandsOf(row)
  const place = {
    at: withheld ? null : row.at,
    lat: withheld ? null : degrees(row.latE6),
    lng: withheld ? null : degrees(row.lngE6),
    course: withheld ? null : row.course,
  }
  return {
    ...viewOf(ctx, row),
    ...place,
    withheld,
    ...pick(row, 'parkingNote', 'deviceId', 'devicePhone', 'satellites', 'signal'),
    odometerKm: row.odometerM === null ? null : row.odometerM / 1000,
    fuelLitres: tenth(row.fuelDl),
    batteryVolts: row.batteryMv === null ? null : row.batteryMv / 1000,
    stoppedSince: row.stoppedSince,
    todayKm: metres === null ? null : metres / 1000,
    near: nearest(place, stores),
    order: order === undefined ? null : orderCard(ctx, order),
    use:
      row.useKind === null ? null : { kind: row.useKind, since: row.useSince, dueAt: row.useDueAt, name: row.useName },
    freeSince: row.useKind === null ? row.freeSince : null,
    alarmsOff: row.alarmsOff,
    commands: commands.map(commandView),
    doubt: row.doubtCause === null || row.doubtAt === null ? null : { cause: row.doubtCause, at: row.doubtAt },
    mayCut: settings.engineCutEnabled && canCut(row.profile) && able.includes(commandType.engineCut),
    able,
    lookers: lookers.map(({ at, name, after }) => ({
      at,
      name,
      reason: after === null ? null : String(after.reason ?? ''),
      from: Number(after?.from ?? at),
      to: Number(after?.to ?? at),
    })),
  }
}

export function orderCard(ctx: Context, { contactName, ...order }: OrderBrief) {
  return { ...order, contactName: ctx.can('person.view') ? contactName : maskName(contactName) }
}

/** The nearest store to a position: what a map would show, in words. */
export function nearest(
  { lat, lng }: { readonly lat: number | null; readonly lng: number | null },
  stores: Awaited<ReturnType<typeof store.stores>>,
) {
  if (lat === null || lng === null) return null
  const [first] = stores
    .map((one) => ({ storeName: one.name, metres: Math.round(greatCircle({ lat, lng }, one)) }))
    .toSorted((a, b) => a.metres - b.metres)
  return first ?? null
}
