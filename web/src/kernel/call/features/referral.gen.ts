// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const people = 'referral POST /api/referral/v1/people' as CallOf<'referral', 'people'>
export const ofRecord = 'referral POST /api/referral/v1/record' as CallOf<'referral', 'ofRecord'>
export const ask = 'referral POST /api/referral/v1/ask' as CallOf<'referral', 'ask'>
export const askDraft = 'referral POST /api/referral/v1/draft/ask' as CallOf<'referral', 'askDraft'>
export const draft = 'referral POST /api/referral/v1/draft' as CallOf<'referral', 'draft'>
export const close = 'referral POST /api/referral/v1/close overview' as CallOf<'referral', 'close'>
