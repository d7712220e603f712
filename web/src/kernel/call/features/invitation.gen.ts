// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const send = 'invitation POST /api/user/v1/child/invite account' as CallOf<'invitation', 'send'>
export const mine = 'invitation POST /api/login/v1/invitation/list' as CallOf<'invitation', 'mine'>
export const accept = 'invitation POST /api/login/v1/invitation/accept' as CallOf<'invitation', 'accept'>
