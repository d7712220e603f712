// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const companies = 'instalment POST /api/finance/v1/company/list' as CallOf<'instalment', 'companies'>
export const companyBill = 'instalment POST /api/finance/v1/company/bill' as CallOf<'instalment', 'companyBill'>
export const companyRows = 'instalment POST /api/finance/v1/company/rows' as CallOf<'instalment', 'companyRows'>
export const companyExport = 'instalment POST /api/finance/v1/company/export -' as CallOf<'instalment', 'companyExport'>
export const companyPaper = 'instalment POST /api/finance/v1/company/paper -' as CallOf<'instalment', 'companyPaper'>
export const longDetail = 'instalment POST /api/order/v1/long_detail' as CallOf<'instalment', 'longDetail'>
export const init = 'instalment POST /api/order/v1/init_instalment' as CallOf<'instalment', 'init'>
export const list = 'instalment POST /api/order/v1/instalment_list' as CallOf<'instalment', 'list'>
export const payment = 'instalment POST /api/order/v1/get_instalment_pay' as CallOf<'instalment', 'payment'>
export const pay = 'instalment POST /api/order/v1/save_instalment_pay order overview todo expense pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'instalment', 'pay'>
export const terminatePreview = 'instalment POST /api/order/v1/long/terminate_preview' as CallOf<'instalment', 'terminatePreview'>
export const terminate = 'instalment POST /api/order/v1/long/terminate order overview todo expense pickupReturn,/api/order/vehicle/pick_return/v1/task stock' as CallOf<'instalment', 'terminate'>
export const withdrawEnd = 'instalment POST /api/order/v1/long/terminate_withdraw order overview todo expense pickupReturn,/api/order/vehicle/pick_return/v1/task stock' as CallOf<'instalment', 'withdrawEnd'>
export const postpone = 'instalment POST /api/order/v1/instalment/postpone order overview todo expense pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'instalment', 'postpone'>
