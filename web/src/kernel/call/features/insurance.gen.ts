// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'insurance POST /api/insurance_case/v1/page' as CallOf<'insurance', 'page'>
export const detail = 'insurance POST /api/insurance_case/v1/detail' as CallOf<'insurance', 'detail'>
export const draft = 'insurance POST /api/insurance_case/v1/draft' as CallOf<'insurance', 'draft'>
export const create = 'insurance POST /api/insurance_case/v1/create overview todo cost profit' as CallOf<'insurance', 'create'>
export const edit = 'insurance POST /api/insurance_case/v1/edit overview todo cost profit' as CallOf<'insurance', 'edit'>
export const report = 'insurance POST /api/insurance_case/v1/report overview todo cost profit' as CallOf<'insurance', 'report'>
export const assess = 'insurance POST /api/insurance_case/v1/assess overview todo cost profit' as CallOf<'insurance', 'assess'>
export const repair = 'insurance POST /api/insurance_case/v1/repair overview todo cost profit' as CallOf<'insurance', 'repair'>
export const submit = 'insurance POST /api/insurance_case/v1/submit overview todo cost profit' as CallOf<'insurance', 'submit'>
export const receive = 'insurance POST /api/insurance_case/v1/receive overview todo cost profit' as CallOf<'insurance', 'receive'>
export const takeBack = 'insurance POST /api/insurance_case/v1/receipt/takeBack overview todo cost profit' as CallOf<'insurance', 'takeBack'>
export const charge = 'insurance POST /api/insurance_case/v1/charge overview todo cost profit order supplement expense deposit' as CallOf<'insurance', 'charge'>
export const end = 'insurance POST /api/insurance_case/v1/end overview todo cost profit' as CallOf<'insurance', 'end'>
