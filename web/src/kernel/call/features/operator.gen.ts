// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const merchants = 'operator POST /api/operator/v1/merchant/page' as CallOf<'operator', 'merchants'>
export const history = 'operator POST /api/operator/v1/merchant/history' as CallOf<'operator', 'history'>
export const review = 'operator POST /api/operator/v1/merchant/review merchant,/api/merchant/info/v1/page' as CallOf<'operator', 'review'>
