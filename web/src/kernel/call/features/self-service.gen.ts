// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const link = 'selfService POST /api/self/v1/link order,/api/order/v1/detail' as CallOf<'selfService', 'link'>
export const takeOver = 'selfService POST /api/self/v1/take_over order pickupReturn todo overview' as CallOf<'selfService', 'takeOver'>
export const check = 'selfService POST /api/self/v1/check' as CallOf<'selfService', 'check'>
export const verify = 'selfService POST /api/self/v1/verify order pickupReturn overview todo stock arrange expense deposit agreement' as CallOf<'selfService', 'verify'>
export const door = 'selfService POST /api/self/v1/door' as CallOf<'selfService', 'door'>
export const otp = 'selfService POST /api/self/v1/otp -' as CallOf<'selfService', 'otp'>
export const enter = 'selfService POST /api/self/v1/enter' as CallOf<'selfService', 'enter'>
export const task = 'selfService POST /api/self/v1/task' as CallOf<'selfService', 'task'>
export const save = 'selfService POST /api/self/v1/save -' as CallOf<'selfService', 'save'>
export const place = 'selfService POST /api/self/v1/place -' as CallOf<'selfService', 'place'>
export const command = 'selfService POST /api/self/v1/command' as CallOf<'selfService', 'command'>
export const photoBegin = 'selfService POST /api/self/v1/photo/begin -' as CallOf<'selfService', 'photoBegin'>
export const photoPart = 'selfService POST /api/self/v1/photo/part -' as CallOf<'selfService', 'photoPart'>
export const photo = 'selfService POST /api/self/v1/photo -' as CallOf<'selfService', 'photo'>
export const document = 'selfService POST /api/self/v1/document -' as CallOf<'selfService', 'document'>
export const dropPhoto = 'selfService POST /api/self/v1/photo/drop -' as CallOf<'selfService', 'dropPhoto'>
export const pay = 'selfService POST /api/self/v1/pay -' as CallOf<'selfService', 'pay'>
export const paper = 'selfService POST /api/self/v1/paper -' as CallOf<'selfService', 'paper'>
export const submitPickup = 'selfService POST /api/self/v1/submit_pickup' as CallOf<'selfService', 'submitPickup'>
export const submitReturn = 'selfService POST /api/self/v1/submit_return' as CallOf<'selfService', 'submitReturn'>
