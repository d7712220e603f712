// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const state = 'secondFactor POST /api/login/v1/totp/state' as CallOf<'secondFactor', 'state'>
export const begin = 'secondFactor POST /api/login/v1/totp/begin -' as CallOf<'secondFactor', 'begin'>
export const confirm = 'secondFactor POST /api/login/v1/totp/confirm session,/api/login/v1/userInfo' as CallOf<'secondFactor', 'confirm'>
export const disable = 'secondFactor POST /api/login/v1/totp/disable session,/api/login/v1/userInfo' as CallOf<'secondFactor', 'disable'>
export const renewRecovery = 'secondFactor POST /api/login/v1/totp/recovery' as CallOf<'secondFactor', 'renewRecovery'>
export const enter = 'secondFactor POST /api/login/v1/totp' as CallOf<'secondFactor', 'enter'>
export const prove = 'secondFactor POST /api/login/v1/prove -' as CallOf<'secondFactor', 'prove'>
