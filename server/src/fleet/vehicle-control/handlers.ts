import './alarm/waiting.ts'
import './counters.ts'
import { contract } from '@cheyi/contract/index'
import { LEAST_REASON, LONGEST_TRACK_MS, trackOf } from '@cheyi/domain/fleet/vehicle-control/track'
import { formatHours } from '@cheyi/domain/length'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { type HandlerOf, implement, requireFound } from '../../kernel/context.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import {
  alarmDetail,
  alarmHandle,
  alarmOffSave,
  alarmPage,
  alarmRuleSave,
  alarmRules,
  alarmTrack,
} from './alarm/handlers.ts'
import { carDetail, listCars, look, mapCars, nearest, watch } from './cars.ts'
import { chargeProfileRemove, chargeProfileSave, chargeProfiles } from './charge-profile.ts'
import { command, commandCancel, commandPage } from './command.ts'
import { deviceBind, deviceConfirm, devicePage, deviceResetCode, deviceSave, deviceUnbind } from './device.ts'
import { deviceOf, freeCars } from './device-store.ts'
import { fenceDetail, fenceEnable, fencePage, fenceRemove, fenceSave } from './fence/handlers.ts'
import * as store from './store.ts'
import { fixesOf, isInSight } from './track-store.ts'

/**
 * The track of a car: from the main devices that were in it at that time, wherever they are today. The look is written
 * to the audit log before the answer.
 * @throws Refusal trackReasonMissing (10002), trackTooOld (10003); notFound (-4) for a car that is not visible
 */
const track: HandlerOf<'vehicleControl', 'track'> = async ({ vehicleId, from, to, reason }, ctx) => {
  if (reason.length < LEAST_REASON) throw new Refusal('trackReasonMissing', { field: 'reason' })
  if (to <= from) throw badInput('to', '结束时间应晚于开始时间')
  if (to - from > LONGEST_TRACK_MS) throw badInput('to', `一次最多查看${formatHours(LONGEST_TRACK_MS)}`)
  const [isSeen, { trackRetentionDays }] = await Promise.all([isInSight(ctx, vehicleId), settingsOf(ctx)])
  requireFound(isSeen ? vehicleId : undefined)
  if (from < ctx.now - trackRetentionDays * DAY) throw new Refusal('trackTooOld', { field: 'from' })
  await ctx.auditRead({ targetType: 'vehicleTrack', targetId: vehicleId, after: { reason, from, to } })
  const [fixes, stores] = await Promise.all([fixesOf(ctx, vehicleId, from, to), store.stores(ctx)])
  const { points, stops, metres, movingS, fastest } = trackOf(fixes)
  return {
    points: points.map((point) => ({ ...point, speed: point.speed / 10 })),
    stops: stops.map((stop) => ({ ...stop, near: nearest(stop, stores) })),
    km: metres / 1000,
    movingMs: movingS * 1000,
    fastest: fastest / 10,
    fixes: fixes.length,
  }
}

export const vehicleControl = implement(contract.vehicleControl, {
  page: listCars,
  map: mapCars,
  watch,
  look,
  ofVehicle: async ({ vehicleId }, ctx) => ({ device: await deviceOf(ctx, vehicleId) }),
  detail: carDetail,
  devicePage,
  deviceCars: ({ keyword = '' }, ctx) => freeCars(ctx, keyword),
  deviceSave,
  deviceBind,
  deviceUnbind,
  deviceResetCode,
  deviceConfirm,
  chargeProfiles,
  chargeProfileSave,
  chargeProfileRemove,
  command,
  commandCancel,
  commandPage,
  track,
  fencePage,
  fenceDetail,
  fenceSave,
  fenceEnable,
  fenceRemove,
  alarmPage,
  alarmDetail,
  alarmTrack,
  alarmHandle,
  alarmRules,
  alarmRuleSave,
  alarmOffSave,
})
