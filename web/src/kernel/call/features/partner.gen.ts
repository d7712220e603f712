// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const wukong = 'partner POST /api/login/v1/wukong' as CallOf<'partner', 'wukong'>
export const wechatPage = 'partner POST /api/login/v1/wxPage' as CallOf<'partner', 'wechatPage'>
export const bindWechat = 'partner POST /api/login/v1/wxUserBind session,/api/login/v1/userInfo' as CallOf<'partner', 'bindWechat'>
export const unbindWechat = 'partner POST /api/login/v1/wxUserUnBind session,/api/login/v1/userInfo' as CallOf<'partner', 'unbindWechat'>
