// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const link = 'violation POST /api/illegal/v1/link' as CallOf<'violation', 'link'>
export const door = 'violation POST /api/illegal/v1/notice/door' as CallOf<'violation', 'door'>
export const otp = 'violation POST /api/illegal/v1/notice/code -' as CallOf<'violation', 'otp'>
export const enter = 'violation POST /api/illegal/v1/notice/enter' as CallOf<'violation', 'enter'>
export const notice = 'violation POST /api/illegal/v1/notice' as CallOf<'violation', 'notice'>
export const sendPhoto = 'violation POST /api/illegal/v1/notice/photo -' as CallOf<'violation', 'sendPhoto'>
export const dropPhoto = 'violation POST /api/illegal/v1/notice/photo/drop -' as CallOf<'violation', 'dropPhoto'>
export const reply = 'violation POST /api/illegal/v1/notice/reply' as CallOf<'violation', 'reply'>
export const payClaim = 'violation POST /api/illegal/v1/notice/pay -' as CallOf<'violation', 'payClaim'>
export const importTemplate = 'violation POST /api/illegal/v1/import/template -' as CallOf<'violation', 'importTemplate'>
export const importCheck = 'violation POST /api/illegal/v1/import -' as CallOf<'violation', 'importCheck'>
export const importConfirm = 'violation POST /api/illegal/v1/import/confirm order overview todo deposit expense damage' as CallOf<'violation', 'importConfirm'>
export const leases = 'violation POST /api/lease_filing/v1/page' as CallOf<'violation', 'leases'>
export const exportLeases = 'violation POST /api/lease_filing/v1/export -' as CallOf<'violation', 'exportLeases'>
export const setLease = 'violation POST /api/lease_filing/v1/set/status overview todo' as CallOf<'violation', 'setLease'>
export const page = 'violation POST /api/illegal/v1/page' as CallOf<'violation', 'page'>
export const exportList = 'violation POST /api/illegal/v1/export -' as CallOf<'violation', 'exportList'>
export const makeCase = 'violation POST /api/illegal/v1/case -' as CallOf<'violation', 'makeCase'>
export const detail = 'violation POST /api/illegal/v1/detail' as CallOf<'violation', 'detail'>
export const preview = 'violation POST /api/illegal/v1/match/preview' as CallOf<'violation', 'preview'>
export const around = 'violation POST /api/illegal/v1/match/around' as CallOf<'violation', 'around'>
export const people = 'violation POST /api/illegal/v1/match/people' as CallOf<'violation', 'people'>
export const create = 'violation POST /api/illegal/v1/create order overview todo deposit expense damage' as CallOf<'violation', 'create'>
export const list = 'violation POST /api/order/v1/illegal_order' as CallOf<'violation', 'list'>
export const save = 'violation POST /api/illegal_order/save/v1 order overview todo deposit expense damage' as CallOf<'violation', 'save'>
export const match = 'violation POST /api/illegal/v1/match order overview todo deposit expense damage' as CallOf<'violation', 'match'>
export const cancel = 'violation POST /api/illegal/v1/void order overview todo deposit expense damage' as CallOf<'violation', 'cancel'>
export const notify = 'violation POST /api/illegal/v1/notify order overview todo deposit expense damage' as CallOf<'violation', 'notify'>
export const handle = 'violation POST /api/illegal/v1/handle order overview todo deposit expense damage' as CallOf<'violation', 'handle'>
export const appeal = 'violation POST /api/illegal/v1/appeal order overview todo deposit expense damage' as CallOf<'violation', 'appeal'>
export const appealResult = 'violation POST /api/illegal/v1/appeal/result order overview todo deposit expense damage' as CallOf<'violation', 'appealResult'>
export const paid = 'violation POST /api/illegal/v1/paid order overview todo deposit expense damage' as CallOf<'violation', 'paid'>
export const deduct = 'violation POST /api/illegal/v1/deduct order overview todo deposit expense damage' as CallOf<'violation', 'deduct'>
export const waive = 'violation POST /api/illegal/v1/waive order overview todo deposit expense damage' as CallOf<'violation', 'waive'>
export const refund = 'violation POST /api/illegal_order/refund/v1 order overview todo deposit expense damage' as CallOf<'violation', 'refund'>
