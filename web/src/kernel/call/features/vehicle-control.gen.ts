// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'vehicleControl POST /api/vehicle_control/v1/page' as CallOf<'vehicleControl', 'page'>
export const map = 'vehicleControl POST /api/vehicle_control/v1/map' as CallOf<'vehicleControl', 'map'>
export const watch = 'vehicleControl POST /api/vehicle_control/v1/watch -' as CallOf<'vehicleControl', 'watch'>
export const look = 'vehicleControl POST /api/vehicle_control/v1/look' as CallOf<'vehicleControl', 'look'>
export const ofVehicle = 'vehicleControl POST /api/vehicle_control/v1/vehicle' as CallOf<'vehicleControl', 'ofVehicle'>
export const detail = 'vehicleControl POST /api/vehicle_control/v1/detail' as CallOf<'vehicleControl', 'detail'>
export const devicePage = 'vehicleControl POST /api/vehicle_control/v1/device/page' as CallOf<'vehicleControl', 'devicePage'>
export const deviceCars = 'vehicleControl POST /api/vehicle_control/v1/device/vehicles' as CallOf<'vehicleControl', 'deviceCars'>
export const deviceSave = 'vehicleControl POST /api/vehicle_control/v1/device/save' as CallOf<'vehicleControl', 'deviceSave'>
export const deviceBind = 'vehicleControl POST /api/vehicle_control/v1/device/bind' as CallOf<'vehicleControl', 'deviceBind'>
export const deviceUnbind = 'vehicleControl POST /api/vehicle_control/v1/device/unbind' as CallOf<'vehicleControl', 'deviceUnbind'>
export const deviceResetCode = 'vehicleControl POST /api/vehicle_control/v1/device/reset_code' as CallOf<'vehicleControl', 'deviceResetCode'>
export const deviceConfirm = 'vehicleControl POST /api/vehicle_control/v1/device/confirm' as CallOf<'vehicleControl', 'deviceConfirm'>
export const command = 'vehicleControl POST /api/vehicle_control/v1/command' as CallOf<'vehicleControl', 'command'>
export const commandCancel = 'vehicleControl POST /api/vehicle_control/v1/command/cancel' as CallOf<'vehicleControl', 'commandCancel'>
export const commandPage = 'vehicleControl POST /api/vehicle_control/v1/command/page' as CallOf<'vehicleControl', 'commandPage'>
export const track = 'vehicleControl POST /api/vehicle_control/v1/track' as CallOf<'vehicleControl', 'track'>
export const fencePage = 'vehicleControl POST /api/vehicle_control/v1/fence/page' as CallOf<'vehicleControl', 'fencePage'>
export const fenceDetail = 'vehicleControl POST /api/vehicle_control/v1/fence/detail' as CallOf<'vehicleControl', 'fenceDetail'>
export const fenceSave = 'vehicleControl POST /api/vehicle_control/v1/fence/save' as CallOf<'vehicleControl', 'fenceSave'>
export const fenceEnable = 'vehicleControl POST /api/vehicle_control/v1/fence/enable' as CallOf<'vehicleControl', 'fenceEnable'>
export const fenceRemove = 'vehicleControl POST /api/vehicle_control/v1/fence/remove' as CallOf<'vehicleControl', 'fenceRemove'>
export const alarmPage = 'vehicleControl POST /api/vehicle_control/v1/alarm/page' as CallOf<'vehicleControl', 'alarmPage'>
export const alarmDetail = 'vehicleControl POST /api/vehicle_control/v1/alarm/detail' as CallOf<'vehicleControl', 'alarmDetail'>
export const alarmTrack = 'vehicleControl POST /api/vehicle_control/v1/alarm/track' as CallOf<'vehicleControl', 'alarmTrack'>
export const alarmHandle = 'vehicleControl POST /api/vehicle_control/v1/alarm/handle overview todo' as CallOf<'vehicleControl', 'alarmHandle'>
export const alarmRules = 'vehicleControl POST /api/vehicle_control/v1/alarm/rules' as CallOf<'vehicleControl', 'alarmRules'>
export const alarmRuleSave = 'vehicleControl POST /api/vehicle_control/v1/alarm/rule/save' as CallOf<'vehicleControl', 'alarmRuleSave'>
