// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const months = 'bookkeeping POST /api/finance/v1/bookkeeping/months' as CallOf<'bookkeeping', 'months'>
export const list = 'bookkeeping POST /api/finance/v1/bookkeeping/list' as CallOf<'bookkeeping', 'list'>
export const make = 'bookkeeping POST /api/finance/v1/bookkeeping/make job' as CallOf<'bookkeeping', 'make'>
export const exportAll = 'bookkeeping POST /api/finance/v1/bookkeeping/export -' as CallOf<'bookkeeping', 'exportAll'>
export const accounts = 'bookkeeping POST /api/finance/v1/bookkeeping/accounts' as CallOf<'bookkeeping', 'accounts'>
export const saveAccount = 'bookkeeping POST /api/finance/v1/bookkeeping/account' as CallOf<'bookkeeping', 'saveAccount'>
