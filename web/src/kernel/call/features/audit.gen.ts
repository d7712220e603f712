// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'audit POST /api/audit/v1/page' as CallOf<'audit', 'page'>
