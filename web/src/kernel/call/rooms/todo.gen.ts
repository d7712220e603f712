// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const counts = 'todo POST /api/data/v1/todo' as CallOf<'todo', 'counts'>
