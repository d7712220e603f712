// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const check = 'cancellation POST /api/login/v1/cancel/check' as CallOf<'cancellation', 'check'>
export const apply = 'cancellation POST /api/login/v1/cancel/apply session,/api/login/v1/userInfo' as CallOf<'cancellation', 'apply'>
export const withdraw = 'cancellation POST /api/login/v1/cancel/withdraw session,/api/login/v1/userInfo' as CallOf<'cancellation', 'withdraw'>
