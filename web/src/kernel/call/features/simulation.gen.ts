// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const messages = 'simulation POST /api/simulation/v1/sms' as CallOf<'simulation', 'messages'>
export const follow = 'simulation POST /api/simulation/v1/wechat/follow' as CallOf<'simulation', 'follow'>
export const partnerCode = 'simulation POST /api/simulation/v1/wukong/code' as CallOf<'simulation', 'partnerCode'>
export const payAccount = 'simulation POST /api/simulation/v1/pay/account' as CallOf<'simulation', 'payAccount'>
export const payTrades = 'simulation POST /api/simulation/v1/pay/trades' as CallOf<'simulation', 'payTrades'>
export const register = 'simulation POST /api/simulation/v1/register' as CallOf<'simulation', 'register'>
export const payAct = 'simulation POST /api/simulation/v1/pay/act' as CallOf<'simulation', 'payAct'>
