// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const webhook = 'channelPush POST /api/channel_push/v1/webhook' as CallOf<'channelPush', 'webhook'>
export const webhookSave = 'channelPush POST /api/channel_push/v1/webhook/save' as CallOf<'channelPush', 'webhookSave'>
export const webhookRotate = 'channelPush POST /api/channel_push/v1/webhook/rotate' as CallOf<'channelPush', 'webhookRotate'>
export const webhookTest = 'channelPush POST /api/channel_push/v1/webhook/test -' as CallOf<'channelPush', 'webhookTest'>
export const sync = 'channelPush POST /api/channel_push/v1/sync' as CallOf<'channelPush', 'sync'>
export const events = 'channelPush POST /api/channel_push/v1/event/page' as CallOf<'channelPush', 'events'>
export const resend = 'channelPush POST /api/channel_push/v1/event/resend' as CallOf<'channelPush', 'resend'>
export const logs = 'channelPush POST /api/channel_push/v1/log/page' as CallOf<'channelPush', 'logs'>
export const logBodies = 'channelPush POST /api/channel_push/v1/log/bodies' as CallOf<'channelPush', 'logBodies'>
export const logReplay = 'channelPush POST /api/channel_push/v1/log/replay order overview todo payment stock' as CallOf<'channelPush', 'logReplay'>
