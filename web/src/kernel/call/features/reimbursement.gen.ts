// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'reimbursement POST /api/order/v1/reimbursement/list' as CallOf<'reimbursement', 'list'>
export const save = 'reimbursement POST /api/order/v1/reimbursement/save order overview todo expense deposit supplement pickupReturn' as CallOf<'reimbursement', 'save'>
export const approve = 'reimbursement POST /api/order/v1/reimbursement/approve order overview todo expense deposit supplement pickupReturn' as CallOf<'reimbursement', 'approve'>
export const pay = 'reimbursement POST /api/order/v1/reimbursement/pay order overview todo expense deposit supplement pickupReturn' as CallOf<'reimbursement', 'pay'>
