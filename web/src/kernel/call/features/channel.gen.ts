// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const overview = 'channel POST /api/channel/v1/overview' as CallOf<'channel', 'overview'>
export const detail = 'channel POST /api/channel/v1/detail' as CallOf<'channel', 'detail'>
export const save = 'channel POST /api/channel/v1/save quote price stock' as CallOf<'channel', 'save'>
export const action = 'channel POST /api/channel/v1/action quote price stock merchant' as CallOf<'channel', 'action'>
export const mappings = 'channel POST /api/channel/v1/mapping/page' as CallOf<'channel', 'mappings'>
export const suggestMappings = 'channel POST /api/channel/v1/mapping/auto' as CallOf<'channel', 'suggestMappings'>
export const saveMappings = 'channel POST /api/channel/v1/mapping/save stock quote' as CallOf<'channel', 'saveMappings'>
export const keys = 'channel POST /api/channel/v1/key/page' as CallOf<'channel', 'keys'>
export const keyCreate = 'channel POST /api/channel/v1/key/create' as CallOf<'channel', 'keyCreate'>
export const keyRotate = 'channel POST /api/channel/v1/key/rotate' as CallOf<'channel', 'keyRotate'>
export const keySave = 'channel POST /api/channel/v1/key/save' as CallOf<'channel', 'keySave'>
export const keyRevoke = 'channel POST /api/channel/v1/key/revoke' as CallOf<'channel', 'keyRevoke'>
export const statement = 'channel POST /api/channel/v1/reconcile/page' as CallOf<'channel', 'statement'>
export const statementTemplate = 'channel POST /api/channel/v1/reconcile/template -' as CallOf<'channel', 'statementTemplate'>
export const statementCheck = 'channel POST /api/channel/v1/reconcile/import -' as CallOf<'channel', 'statementCheck'>
export const statementConfirm = 'channel POST /api/channel/v1/reconcile/confirm order payment overview' as CallOf<'channel', 'statementConfirm'>
export const statementHandle = 'channel POST /api/channel/v1/reconcile/handle order payment overview' as CallOf<'channel', 'statementHandle'>
