// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const available = 'arrange POST /api/order/v1/available_vehicle/list' as CallOf<'arrange', 'available'>
export const plan = 'arrange POST /api/order/v1/plan_vehicle/update order overview todo stock driver,/api/pick_diver/list/v1 pickupReturn,/api/order/vehicle/pick_return/v1/task agreement' as CallOf<'arrange', 'plan'>
