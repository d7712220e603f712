// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'damage POST /api/order/v1/damage_order' as CallOf<'damage', 'list'>
export const save = 'damage POST /api/damage_order/save/v1 order overview todo expense deposit supplement reimbursement pickupReturn' as CallOf<'damage', 'save'>
export const refund = 'damage POST /api/damage_order/refund/v1 order overview todo expense deposit supplement reimbursement pickupReturn' as CallOf<'damage', 'refund'>
