// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const confirm = 'pickupReturn POST /api/order/vehicle/pick_return/confirm_pick_return/v1 order overview todo stock arrange expense deposit driver agreement' as CallOf<'pickupReturn', 'confirm'>
export const latePreview = 'pickupReturn POST /api/order/v1/late/preview' as CallOf<'pickupReturn', 'latePreview'>
export const chargeLate = 'pickupReturn POST /api/order/v1/late/post order overview todo stock arrange expense deposit' as CallOf<'pickupReturn', 'chargeLate'>
export const lostPreview = 'pickupReturn POST /api/order/vehicle/pick_return/lost_preview/v1' as CallOf<'pickupReturn', 'lostPreview'>
export const closeLost = 'pickupReturn POST /api/order/vehicle/pick_return/close_lost/v1 order overview todo stock arrange expense deposit damage driver inventory' as CallOf<'pickupReturn', 'closeLost'>
export const reissue = 'pickupReturn POST /api/order/vehicle/pick_return/add_att/v1 order,/api/order/v1/detail' as CallOf<'pickupReturn', 'reissue'>
export const settlement = 'pickupReturn POST /api/order/vehicle/pick_return/return_expense_item/list/v1' as CallOf<'pickupReturn', 'settlement'>
export const pickUp = 'pickupReturn POST /api/order/vehicle/pick_return/pick_up/v1 order,/api/order/v1/detail order,/api/order/v1/list overview todo arrange agreement expense deposit driver,/api/pick_diver/list/v1' as CallOf<'pickupReturn', 'pickUp'>
export const returnVehicle = 'pickupReturn POST /api/order/vehicle/pick_return/return_vehicle/v1 order,/api/order/v1/detail order,/api/order/v1/list overview todo arrange agreement expense deposit driver,/api/pick_diver/list/v1' as CallOf<'pickupReturn', 'returnVehicle'>
export const lastInspection = 'pickupReturn POST /api/order/vehicle/pick_return/v1/last_inspection' as CallOf<'pickupReturn', 'lastInspection'>
export const records = 'pickupReturn POST /api/order/v1/pick_retuen' as CallOf<'pickupReturn', 'records'>
export const task = 'pickupReturn POST /api/order/vehicle/pick_return/v1/task' as CallOf<'pickupReturn', 'task'>
