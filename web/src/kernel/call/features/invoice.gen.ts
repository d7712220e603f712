// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'invoice POST /api/invoice/v1/list' as CallOf<'invoice', 'list'>
export const exportAll = 'invoice POST /api/invoice/v1/export -' as CallOf<'invoice', 'exportAll'>
export const batchExport = 'invoice POST /api/invoice/v1/batch/export -' as CallOf<'invoice', 'batchExport'>
export const detail = 'invoice POST /api/invoice/v1/detail' as CallOf<'invoice', 'detail'>
export const ofOrders = 'invoice POST /api/invoice/v1/of_orders' as CallOf<'invoice', 'ofOrders'>
export const save = 'invoice POST /api/invoice/v1/save expense todo overview' as CallOf<'invoice', 'save'>
export const issue = 'invoice POST /api/invoice/v1/issue expense todo overview' as CallOf<'invoice', 'issue'>
export const withdraw = 'invoice POST /api/invoice/v1/withdraw expense todo overview' as CallOf<'invoice', 'withdraw'>
export const reverse = 'invoice POST /api/invoice/v1/reverse expense todo overview' as CallOf<'invoice', 'reverse'>
