// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const overview = 'stock POST /api/stock/v1/overview' as CallOf<'stock', 'overview'>
export const summary = 'stock POST /api/stock/v1/summary' as CallOf<'stock', 'summary'>
export const day = 'stock POST /api/stock/v1/day' as CallOf<'stock', 'day'>
export const timeline = 'stock POST /api/stock/v1/timeline' as CallOf<'stock', 'timeline'>
export const stopSave = 'stock POST /api/stock/v1/stopSale/save price order arrange inventory overview todo' as CallOf<'stock', 'stopSave'>
export const stopRemove = 'stock POST /api/stock/v1/stopSale/remove price order arrange inventory overview todo' as CallOf<'stock', 'stopRemove'>
export const conflicts = 'stock POST /api/stock/v1/conflict/list' as CallOf<'stock', 'conflicts'>
export const repairs = 'stock POST /api/stock/v1/conflict/repairs' as CallOf<'stock', 'repairs'>
export const repack = 'stock POST /api/stock/v1/conflict/repack order overview todo arrange' as CallOf<'stock', 'repack'>
export const free = 'stock POST /api/stock/v1/free' as CallOf<'stock', 'free'>
