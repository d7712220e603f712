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
