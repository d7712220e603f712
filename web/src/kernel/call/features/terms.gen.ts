// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const saveService = 'terms POST /api/price/v1/service/save quote' as CallOf<'terms', 'saveService'>
export const fees = 'terms POST /api/price/v1/fee/list' as CallOf<'terms', 'fees'>
export const saveFee = 'terms POST /api/price/v1/fee/save quote' as CallOf<'terms', 'saveFee'>
export const cancelRules = 'terms POST /api/cancel_rule/v1/list' as CallOf<'terms', 'cancelRules'>
export const saveCancelRule = 'terms POST /api/cancel_rule/v1/save quote' as CallOf<'terms', 'saveCancelRule'>
export const depositPolicies = 'terms POST /api/deposit_policy/v1/list' as CallOf<'terms', 'depositPolicies'>
export const saveDepositPolicy = 'terms POST /api/deposit_policy/v1/save quote deposit' as CallOf<'terms', 'saveDepositPolicy'>
export const damagePrices = 'terms POST /api/damage_price/v1/list' as CallOf<'terms', 'damagePrices'>
export const saveDamagePrice = 'terms POST /api/damage_price/v1/save' as CallOf<'terms', 'saveDamagePrice'>
