// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const state = 'closing POST /api/finance/v1/closing/state' as CallOf<'closing', 'state'>
export const close = 'closing POST /api/finance/v1/closing/close payment' as CallOf<'closing', 'close'>
export const balance = 'closing POST /api/finance/v1/closing/balance' as CallOf<'closing', 'balance'>
export const balanceExport = 'closing POST /api/finance/v1/closing/balance/export -' as CallOf<'closing', 'balanceExport'>
