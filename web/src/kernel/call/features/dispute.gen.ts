// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const make = 'dispute POST /api/dispute_pack/v1/make -' as CallOf<'dispute', 'make'>
