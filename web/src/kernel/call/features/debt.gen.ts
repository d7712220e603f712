// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const ages = 'debt POST /api/finance/v1/debt/ages' as CallOf<'debt', 'ages'>
export const agesExport = 'debt POST /api/finance/v1/debt/export -' as CallOf<'debt', 'agesExport'>
export const writeOff = 'debt POST /api/order/v1/debt/write_off order overview todo expense deposit supplement damage reimbursement' as CallOf<'debt', 'writeOff'>
