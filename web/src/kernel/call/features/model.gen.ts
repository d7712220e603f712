// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'model POST /api/model/v1/page' as CallOf<'model', 'list'>
export const detail = 'model POST /api/model/v1/detail' as CallOf<'model', 'detail'>
export const save = 'model POST /api/model/v1/save stock quote arrange overview todo merchant' as CallOf<'model', 'save'>
export const setStatus = 'model POST /api/model/v1/set/status stock quote arrange merchant' as CallOf<'model', 'setStatus'>
export const depositGaps = 'model POST /api/model/v1/deposit_gaps' as CallOf<'model', 'depositGaps'>
export const setDeposits = 'model POST /api/model/v1/set/deposits quote deposit merchant terms' as CallOf<'model', 'setDeposits'>
export const library = 'model POST /api/model/v1/library' as CallOf<'model', 'library'>
