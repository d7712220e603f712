// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'order POST /api/order/v1/list' as CallOf<'order', 'list'>
export const exportList = 'order POST /api/order/v1/export -' as CallOf<'order', 'exportList'>
export const detail = 'order POST /api/order/v1/detail' as CallOf<'order', 'detail'>
export const contact = 'order POST /api/order/v1/contact -' as CallOf<'order', 'contact'>
export const draft = 'order POST /api/order/v1/draft' as CallOf<'order', 'draft'>
export const create = 'order POST /api/order/v1/create overview todo stock arrange,/api/order/v1/available_vehicle/list driver deposit expense' as CallOf<'order', 'create'>
export const cancel = 'order POST /api/order/v1/cancel overview todo stock arrange,/api/order/v1/available_vehicle/list driver deposit expense' as CallOf<'order', 'cancel'>
export const cancelRule = 'order POST /api/order/v1/cancel_rule' as CallOf<'order', 'cancelRule'>
export const services = 'order POST /api/order/v1/service_detail' as CallOf<'order', 'services'>
export const updateStatus = 'order POST /api/order/v1/update_status overview todo stock arrange,/api/order/v1/available_vehicle/list driver deposit expense pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'order', 'updateStatus'>
export const periodPreview = 'order POST /api/order/v1/period/preview' as CallOf<'order', 'periodPreview'>
export const movePeriod = 'order POST /api/order/v1/period/move overview todo stock arrange,/api/order/v1/available_vehicle/list driver deposit expense pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'order', 'movePeriod'>
export const changeCustomer = 'order POST /api/order/v1/customer/change overview todo stock arrange,/api/order/v1/available_vehicle/list driver deposit expense pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'order', 'changeCustomer'>
export const remarks = 'order POST /api/order/v1/remark/list' as CallOf<'order', 'remarks'>
export const saveRemark = 'order POST /api/order/v1/remark/save overview,/api/data/v1/home' as CallOf<'order', 'saveRemark'>
export const log = 'order POST /api/order/v1/log/list' as CallOf<'order', 'log'>
