// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const counts = 'todo POST /api/data/v1/todo' as CallOf<'todo', 'counts'>
export const refundTasks = 'todo POST /api/data/v1/todo/refundTasks' as CallOf<'todo', 'refundTasks'>
export const assign = 'todo POST /api/data/v1/todo/assign overview order' as CallOf<'todo', 'assign'>
