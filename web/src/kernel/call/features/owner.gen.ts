// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'owner POST /api/owner/v1/page' as CallOf<'owner', 'page'>
export const detail = 'owner POST /api/owner/v1/detail' as CallOf<'owner', 'detail'>
export const create = 'owner POST /api/owner/v1/create' as CallOf<'owner', 'create'>
export const edit = 'owner POST /api/owner/v1/edit' as CallOf<'owner', 'edit'>
export const reveal = 'owner POST /api/owner/v1/reveal -' as CallOf<'owner', 'reveal'>
export const agree = 'owner POST /api/owner/v1/agreement profit' as CallOf<'owner', 'agree'>
export const agreementEnd = 'owner POST /api/owner/v1/agreement/end profit' as CallOf<'owner', 'agreementEnd'>
export const ofCar = 'owner POST /api/owner/v1/car' as CallOf<'owner', 'ofCar'>
export const statements = 'owner POST /api/owner/v1/statement/page' as CallOf<'owner', 'statements'>
export const statement = 'owner POST /api/owner/v1/statement' as CallOf<'owner', 'statement'>
export const make = 'owner POST /api/owner/v1/statement/make' as CallOf<'owner', 'make'>
export const send = 'owner POST /api/owner/v1/statement/send' as CallOf<'owner', 'send'>
export const withdraw = 'owner POST /api/owner/v1/statement/withdraw overview todo' as CallOf<'owner', 'withdraw'>
export const correctionAdd = 'owner POST /api/owner/v1/statement/correction overview todo' as CallOf<'owner', 'correctionAdd'>
export const correctionRemove = 'owner POST /api/owner/v1/statement/correction/remove overview todo' as CallOf<'owner', 'correctionRemove'>
export const confirm = 'owner POST /api/owner/v1/statement/confirm profit cost closing overview todo' as CallOf<'owner', 'confirm'>
export const pay = 'owner POST /api/owner/v1/statement/pay payment closing overview todo' as CallOf<'owner', 'pay'>
export const exportMonth = 'owner POST /api/owner/v1/statement/export -' as CallOf<'owner', 'exportMonth'>
export const paper = 'owner POST /api/owner/v1/statement/paper -' as CallOf<'owner', 'paper'>
export const link = 'owner POST /api/owner/v1/link' as CallOf<'owner', 'link'>
export const revokeLink = 'owner POST /api/owner/v1/link/revoke' as CallOf<'owner', 'revokeLink'>
export const door = 'owner POST /api/owner/v1/own/door' as CallOf<'owner', 'door'>
export const otp = 'owner POST /api/owner/v1/own/code -' as CallOf<'owner', 'otp'>
export const enter = 'owner POST /api/owner/v1/own/enter' as CallOf<'owner', 'enter'>
export const own = 'owner POST /api/owner/v1/own' as CallOf<'owner', 'own'>
export const answer = 'owner POST /api/owner/v1/own/answer' as CallOf<'owner', 'answer'>
