// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'inventory POST /api/vehicle/v1/page' as CallOf<'inventory', 'list'>
export const tags = 'inventory POST /api/vehicle/v1/tags' as CallOf<'inventory', 'tags'>
export const detail = 'inventory POST /api/vehicle/v1/detail' as CallOf<'inventory', 'detail'>
export const timeline = 'inventory POST /api/vehicle/v1/timeline' as CallOf<'inventory', 'timeline'>
export const save = 'inventory POST /api/vehicle/v1/save stock overview todo arrange order model' as CallOf<'inventory', 'save'>
export const setLifecycle = 'inventory POST /api/vehicle/v1/set/lifecycle stock overview todo arrange order model' as CallOf<'inventory', 'setLifecycle'>
export const saveDocument = 'inventory POST /api/vehicle/v1/document/save stock overview todo arrange order cost profit' as CallOf<'inventory', 'saveDocument'>
export const correctOdometer = 'inventory POST /api/vehicle/v1/odometer/correct arrange' as CallOf<'inventory', 'correctOdometer'>
export const endTurnaround = 'inventory POST /api/vehicle/v1/turnaround/done stock overview todo arrange' as CallOf<'inventory', 'endTurnaround'>
export const readSign = 'inventory POST /api/vehicle/v1/sign/ocr -' as CallOf<'inventory', 'readSign'>
export const importTemplate = 'inventory POST /api/vehicle/v1/import/template -' as CallOf<'inventory', 'importTemplate'>
export const importCheck = 'inventory POST /api/vehicle/v1/import -' as CallOf<'inventory', 'importCheck'>
export const importConfirm = 'inventory POST /api/vehicle/v1/import/confirm stock overview todo arrange order model' as CallOf<'inventory', 'importConfirm'>
export const policyTemplate = 'inventory POST /api/vehicle/v1/policy/import/template -' as CallOf<'inventory', 'policyTemplate'>
export const policyCheck = 'inventory POST /api/vehicle/v1/policy/import -' as CallOf<'inventory', 'policyCheck'>
export const policyConfirm = 'inventory POST /api/vehicle/v1/policy/import/confirm stock overview todo arrange order cost profit' as CallOf<'inventory', 'policyConfirm'>
export const batch = 'inventory POST /api/vehicle/v1/batch stock overview todo arrange order model' as CallOf<'inventory', 'batch'>
export const exportFleet = 'inventory POST /api/vehicle/v1/export -' as CallOf<'inventory', 'exportFleet'>
