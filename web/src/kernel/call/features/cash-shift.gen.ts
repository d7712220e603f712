// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const state = 'cashShift POST /api/cash_shift/v1/shift/state' as CallOf<'cashShift', 'state'>
export const open = 'cashShift POST /api/cash_shift/v1/shift/open payment overview' as CallOf<'cashShift', 'open'>
export const close = 'cashShift POST /api/cash_shift/v1/shift/close payment overview' as CallOf<'cashShift', 'close'>
export const handIn = 'cashShift POST /api/cash_shift/v1/hand_in payment overview' as CallOf<'cashShift', 'handIn'>
export const handIns = 'cashShift POST /api/cash_shift/v1/hand_in/list' as CallOf<'cashShift', 'handIns'>
export const awaited = 'cashShift POST /api/finance/v1/clearing/balances' as CallOf<'cashShift', 'awaited'>
export const arrivals = 'cashShift POST /api/finance/v1/clearing/arrivals' as CallOf<'cashShift', 'arrivals'>
export const arrive = 'cashShift POST /api/finance/v1/clearing/arrive payment overview' as CallOf<'cashShift', 'arrive'>
export const page = 'cashShift POST /api/cash_shift/v1/shift/page' as CallOf<'cashShift', 'page'>
