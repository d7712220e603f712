// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'account POST /api/user/v1/page' as CallOf<'account', 'page'>
export const detail = 'account GET /api/user/v1/detail' as CallOf<'account', 'detail'>
export const setStatus = 'account GET /api/user/v1/set/status overview todo driver,/api/user/v1/driver/box' as CallOf<'account', 'setStatus'>
export const add = 'account POST /api/user/v1/child/add driver,/api/user/v1/driver/box' as CallOf<'account', 'add'>
export const edit = 'account POST /api/user/v1/child/edit driver,/api/user/v1/driver/box' as CallOf<'account', 'edit'>
export const resetPassword = 'account POST /api/user/v1/child/resetPassword' as CallOf<'account', 'resetPassword'>
export const remove = 'account POST /api/user/v1/child/remove overview todo driver,/api/user/v1/driver/box' as CallOf<'account', 'remove'>
