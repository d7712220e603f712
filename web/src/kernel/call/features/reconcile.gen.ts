// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'reconcile POST /api/finance/v1/bill/page' as CallOf<'reconcile', 'page'>
export const detail = 'reconcile POST /api/finance/v1/bill/detail' as CallOf<'reconcile', 'detail'>
export const differences = 'reconcile POST /api/finance/v1/bill/differences' as CallOf<'reconcile', 'differences'>
export const retry = 'reconcile POST /api/finance/v1/bill/retry payment overview todo' as CallOf<'reconcile', 'retry'>
export const clear = 'reconcile POST /api/finance/v1/bill/clear payment overview todo' as CallOf<'reconcile', 'clear'>
