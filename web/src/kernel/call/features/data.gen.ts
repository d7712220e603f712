// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const overview = 'data POST /api/data/v1/overview' as CallOf<'data', 'overview'>
export const trend = 'data POST /api/data/v1/trend' as CallOf<'data', 'trend'>
export const rank = 'data POST /api/data/v1/rank' as CallOf<'data', 'rank'>
export const mix = 'data POST /api/data/v1/mix' as CallOf<'data', 'mix'>
export const orders = 'data POST /api/data/v1/orders' as CallOf<'data', 'orders'>
export const exportFigures = 'data POST /api/data/v1/export -' as CallOf<'data', 'exportFigures'>
