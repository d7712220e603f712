// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const search = 'overview POST /api/data/v1/search' as CallOf<'overview', 'search'>
export const home = 'overview POST /api/data/v1/home' as CallOf<'overview', 'home'>
