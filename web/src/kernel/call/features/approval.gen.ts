// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'approval POST /api/approval/v1/page' as CallOf<'approval', 'page'>
export const decide = 'approval POST /api/approval/v1/decide' as CallOf<'approval', 'decide'>
