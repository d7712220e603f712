// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'role POST /api/role/page' as CallOf<'role', 'page'>
export const detail = 'role GET /api/role/v1/detail' as CallOf<'role', 'detail'>
export const tree = 'role POST /api/menu/v1/tree' as CallOf<'role', 'tree'>
export const auth = 'role POST /api/role/auth account' as CallOf<'role', 'auth'>
export const save = 'role POST /api/role/v1/save account' as CallOf<'role', 'save'>
export const copy = 'role POST /api/role/v1/copy' as CallOf<'role', 'copy'>
export const remove = 'role POST /api/role/v1/remove' as CallOf<'role', 'remove'>
export const restore = 'role POST /api/role/v1/restore account' as CallOf<'role', 'restore'>
