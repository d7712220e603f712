// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const writeOff = 'debt POST /api/order/v1/debt/write_off order overview todo expense deposit supplement damage reimbursement' as CallOf<'debt', 'writeOff'>
