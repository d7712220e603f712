// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'supplement POST /api/order/v1/supplement/list' as CallOf<'supplement', 'list'>
export const save = 'supplement POST /api/order/v1/supplement/save order overview todo expense deposit reimbursement pickupReturn' as CallOf<'supplement', 'save'>
export const cancel = 'supplement POST /api/order/v1/supplement/cancel order overview todo expense deposit reimbursement pickupReturn' as CallOf<'supplement', 'cancel'>
