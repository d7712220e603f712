// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const captcha = 'session GET /api/login/v1/captcha' as CallOf<'session', 'captcha'>
export const sendCode = 'session POST /api/login/v1/sms/send' as CallOf<'session', 'sendCode'>
export const login = 'session POST /api/login/v1/password' as CallOf<'session', 'login'>
export const loginByCode = 'session POST /api/login/v1/sms' as CallOf<'session', 'loginByCode'>
export const register = 'session POST /api/login/v1/register' as CallOf<'session', 'register'>
export const resetPassword = 'session POST /api/login/v1/password/reset' as CallOf<'session', 'resetPassword'>
export const changePassword = 'session POST /api/login/v1/password/change' as CallOf<'session', 'changePassword'>
export const logout = 'session POST /api/login/v1/logout' as CallOf<'session', 'logout'>
export const userInfo = 'session POST /api/login/v1/userInfo' as CallOf<'session', 'userInfo'>
export const switchMerchant = 'session GET /api/login/v1/switch/merchant' as CallOf<'session', 'switchMerchant'>
export const devices = 'session POST /api/login/v1/session/page' as CallOf<'session', 'devices'>
export const endSession = 'session POST /api/login/v1/session/revoke' as CallOf<'session', 'endSession'>
export const createTicket = 'session POST /api/login/v1/ticket/create' as CallOf<'session', 'createTicket'>
export const useTicket = 'session POST /api/login/v1/ticket' as CallOf<'session', 'useTicket'>
export const legal = 'session GET /api/legal/v1/detail' as CallOf<'session', 'legal'>
