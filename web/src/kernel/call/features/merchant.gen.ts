// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const list = 'merchant POST /api/merchant/info/v1/page' as CallOf<'merchant', 'list'>
export const setting = 'merchant GET /api/merchant/info/v1/setting' as CallOf<'merchant', 'setting'>
export const paySetting = 'merchant GET /api/merchant/pay/v1/setting' as CallOf<'merchant', 'paySetting'>
export const savePay = 'merchant POST /api/merchant/pay/v1/save deposit' as CallOf<'merchant', 'savePay'>
export const storePay = 'merchant GET /api/merchant/pay/v1/store/list' as CallOf<'merchant', 'storePay'>
export const saveStorePay = 'merchant POST /api/merchant/pay/v1/store/save deposit' as CallOf<'merchant', 'saveStorePay'>
export const detail = 'merchant GET /api/merchant/info/v1/detail' as CallOf<'merchant', 'detail'>
export const save = 'merchant POST /api/merchant/info/v1/save session' as CallOf<'merchant', 'save'>
export const saveSetting = 'merchant POST /api/merchant/info/v1/setting/save store stock quote order overview todo' as CallOf<'merchant', 'saveSetting'>
export const setup = 'merchant GET /api/merchant/info/v1/setup' as CallOf<'merchant', 'setup'>
