import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import './alarm/waiting.ts'
import { alarmDetail, alarmHandle, alarmPage, alarmRuleSave, alarmRules, alarmTrack } from './alarm/handlers.ts'
import { carDetail, listCars, look, mapCars, watch } from './cars.ts'
import { command, commandCancel, commandPage } from './command.ts'
import { deviceBind, deviceConfirm, devicePage, deviceResetCode, deviceSave, deviceUnbind } from './device.ts'
import { deviceOf, freeCars } from './device-store.ts'
import { fenceDetail, fenceEnable, fencePage, fenceRemove, fenceSave } from './fence/handlers.ts'
import { track } from './track.ts'

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
})
