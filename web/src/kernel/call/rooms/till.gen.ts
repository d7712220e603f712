// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const state = 'till POST /api/till/v1/shift/state' as CallOf<'till', 'state'>
export const open = 'till POST /api/till/v1/shift/open payment overview' as CallOf<'till', 'open'>
export const close = 'till POST /api/till/v1/shift/close payment overview' as CallOf<'till', 'close'>
export const handIn = 'till POST /api/till/v1/hand_in payment overview' as CallOf<'till', 'handIn'>
export const handIns = 'till POST /api/till/v1/hand_in/list' as CallOf<'till', 'handIns'>
export const awaited = 'till POST /api/finance/v1/clearing/balances' as CallOf<'till', 'awaited'>
export const arrivals = 'till POST /api/finance/v1/clearing/arrivals' as CallOf<'till', 'arrivals'>
export const arrive = 'till POST /api/finance/v1/clearing/arrive payment overview' as CallOf<'till', 'arrive'>
export const page = 'till POST /api/till/v1/shift/page' as CallOf<'till', 'page'>
