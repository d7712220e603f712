// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const price = 'renewal POST /api/order/v1/rerent/pre_calculate -' as CallOf<'renewal', 'price'>
export const create = 'renewal POST /api/order/v1/rerent/create order overview todo expense stock pickupReturn,/api/order/vehicle/pick_return/v1/task quote' as CallOf<'renewal', 'create'>
export const cancel = 'renewal POST /api/order/v1/rerent/cancel order overview todo expense stock pickupReturn,/api/order/vehicle/pick_return/v1/task quote' as CallOf<'renewal', 'cancel'>
export const list = 'renewal POST /api/order/v1/rerent/list' as CallOf<'renewal', 'list'>
export const services = 'renewal POST /api/order/v1/rerent/service_list' as CallOf<'renewal', 'services'>
