// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'store POST /api/store/v1/storeListByMerchant' as CallOf<'store', 'list'>
export const page = 'store POST /api/store/v1/page' as CallOf<'store', 'page'>
export const detail = 'store POST /api/store/v1/detail' as CallOf<'store', 'detail'>
export const save = 'store POST /api/store/v1/save stock quote overview todo merchant' as CallOf<'store', 'save'>
export const setStatus = 'store POST /api/store/v1/set/status stock quote overview todo merchant' as CallOf<'store', 'setStatus'>
