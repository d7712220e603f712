// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const ticket = 'stream POST /api/stream/v1/ticket -' as CallOf<'stream', 'ticket'>
