// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const upload = 'media POST /api/media/v1/upload -' as CallOf<'media', 'upload'>
export const presign = 'media POST /api/media/v1/presign -' as CallOf<'media', 'presign'>
export const part = 'media POST /api/media/v1/part -' as CallOf<'media', 'part'>
export const complete = 'media POST /api/media/v1/complete -' as CallOf<'media', 'complete'>
export const scanCreate = 'media POST /api/media/v1/scan/create -' as CallOf<'media', 'scanCreate'>
export const scanList = 'media POST /api/media/v1/scan/list' as CallOf<'media', 'scanList'>
export const scanRemove = 'media POST /api/media/v1/scan/remove -' as CallOf<'media', 'scanRemove'>
export const scanClose = 'media POST /api/media/v1/scan/close -' as CallOf<'media', 'scanClose'>
export const scanPage = 'media POST /api/media/v1/scan/page' as CallOf<'media', 'scanPage'>
export const scanUpload = 'media POST /api/media/v1/scan/upload -' as CallOf<'media', 'scanUpload'>
