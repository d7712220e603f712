// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const quote = 'quote POST /api/order/v1/price/new_calculate -' as CallOf<'quote', 'quote'>
export const services = 'quote POST /api/price/v1/service/list' as CallOf<'quote', 'services'>
