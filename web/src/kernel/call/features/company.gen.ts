// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'company POST /api/company/v1/page' as CallOf<'company', 'page'>
export const detail = 'company POST /api/company/v1/detail' as CallOf<'company', 'detail'>
export const create = 'company POST /api/company/v1/create' as CallOf<'company', 'create'>
export const edit = 'company POST /api/company/v1/edit' as CallOf<'company', 'edit'>
export const saveTerms = 'company POST /api/company/v1/terms/save' as CallOf<'company', 'saveTerms'>
export const savePrice = 'company POST /api/company/v1/price/save' as CallOf<'company', 'savePrice'>
export const saveContact = 'company POST /api/company/v1/contact/save' as CallOf<'company', 'saveContact'>
export const removeContact = 'company POST /api/company/v1/contact/remove' as CallOf<'company', 'removeContact'>
export const revealContact = 'company POST /api/company/v1/contact/reveal -' as CallOf<'company', 'revealContact'>
