// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'violation POST /api/illegal/v1/page' as CallOf<'violation', 'page'>
export const detail = 'violation POST /api/illegal/v1/detail' as CallOf<'violation', 'detail'>
export const preview = 'violation POST /api/illegal/v1/match/preview' as CallOf<'violation', 'preview'>
export const around = 'violation POST /api/illegal/v1/match/around' as CallOf<'violation', 'around'>
export const people = 'violation POST /api/illegal/v1/match/people' as CallOf<'violation', 'people'>
export const create = 'violation POST /api/illegal/v1/create order overview todo' as CallOf<'violation', 'create'>
export const list = 'violation POST /api/order/v1/illegal_order' as CallOf<'violation', 'list'>
export const save = 'violation POST /api/illegal_order/save/v1 order overview todo' as CallOf<'violation', 'save'>
export const match = 'violation POST /api/illegal/v1/match order overview todo' as CallOf<'violation', 'match'>
export const cancel = 'violation POST /api/illegal/v1/void order overview todo' as CallOf<'violation', 'cancel'>
