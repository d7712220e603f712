// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const saveAll = 'expense POST /api/pick_expense/pick_expense/batch_save/v1 pickupReturn,/api/order/vehicle/pick_return/v1/task pickupReturn,/api/order/vehicle/pick_return/return_expense_item/list/v1' as CallOf<'expense', 'saveAll'>
export const list = 'expense POST /api/pick_expense/pick_expense/list/v1' as CallOf<'expense', 'list'>
export const bill = 'expense POST /api/order/v1/bill_detail' as CallOf<'expense', 'bill'>
