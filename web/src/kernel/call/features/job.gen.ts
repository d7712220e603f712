// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const detail = 'job GET /api/job/v1/detail' as CallOf<'job', 'detail'>
