// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'profit POST /api/profit/v1/list' as CallOf<'profit', 'list'>
export const groups = 'profit POST /api/profit/v1/groups' as CallOf<'profit', 'groups'>
export const car = 'profit POST /api/profit/v1/car' as CallOf<'profit', 'car'>
export const income = 'profit POST /api/profit/v1/income' as CallOf<'profit', 'income'>
export const life = 'profit POST /api/profit/v1/life' as CallOf<'profit', 'life'>
