// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'notify POST /api/notify/v1/page' as CallOf<'notify', 'page'>
export const unread = 'notify POST /api/notify/v1/unread' as CallOf<'notify', 'unread'>
export const read = 'notify POST /api/notify/v1/read' as CallOf<'notify', 'read'>
export const switches = 'notify POST /api/notify/v1/switches' as CallOf<'notify', 'switches'>
export const setting = 'notify POST /api/notify/v1/setting' as CallOf<'notify', 'setting'>
export const reach = 'notify POST /api/notify/v1/reach' as CallOf<'notify', 'reach'>
export const device = 'notify POST /api/notify/v1/device' as CallOf<'notify', 'device'>
export const followCode = 'notify POST /api/notify/v1/followCode' as CallOf<'notify', 'followCode'>
export const unfollow = 'notify POST /api/notify/v1/unfollow' as CallOf<'notify', 'unfollow'>
