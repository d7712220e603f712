// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'cost POST /api/vehicle/v1/cost/page' as CallOf<'cost', 'page'>
export const plans = 'cost POST /api/vehicle/v1/cost/plans' as CallOf<'cost', 'plans'>
export const add = 'cost POST /api/vehicle/v1/cost/add profit' as CallOf<'cost', 'add'>
export const cancel = 'cost POST /api/vehicle/v1/cost/cancel profit' as CallOf<'cost', 'cancel'>
export const planAdd = 'cost POST /api/vehicle/v1/cost/plan/add profit' as CallOf<'cost', 'planAdd'>
export const planEnd = 'cost POST /api/vehicle/v1/cost/plan/end profit' as CallOf<'cost', 'planEnd'>
export const importTemplate = 'cost POST /api/vehicle/v1/cost/import/template -' as CallOf<'cost', 'importTemplate'>
export const importCheck = 'cost POST /api/vehicle/v1/cost/import -' as CallOf<'cost', 'importCheck'>
export const importConfirm = 'cost POST /api/vehicle/v1/cost/import/confirm profit' as CallOf<'cost', 'importConfirm'>
