// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const upload = 'media POST /api/media/v1/upload -' as CallOf<'media', 'upload'>
