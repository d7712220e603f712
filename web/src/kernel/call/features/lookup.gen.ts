// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const enumerations = 'lookup GET /api/order/v1/base/emun/list' as CallOf<'lookup', 'enumerations'>
export const cities = 'lookup GET /api/base/v1/cities' as CallOf<'lookup', 'cities'>
export const map = 'lookup GET /api/base/v1/map' as CallOf<'lookup', 'map'>
export const installation = 'lookup GET /api/base/v1/installation' as CallOf<'lookup', 'installation'>
export const apps = 'lookup GET /api/base/v1/apps' as CallOf<'lookup', 'apps'>
