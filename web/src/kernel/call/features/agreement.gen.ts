// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const templates = 'agreement POST /api/order_contract/v1/template/list' as CallOf<'agreement', 'templates'>
export const templateVersion = 'agreement POST /api/order_contract/v1/template/version' as CallOf<'agreement', 'templateVersion'>
export const saveTemplate = 'agreement POST /api/order_contract/v1/template/save' as CallOf<'agreement', 'saveTemplate'>
export const previewTemplate = 'agreement POST /api/order_contract/v1/template/preview -' as CallOf<'agreement', 'previewTemplate'>
export const certificates = 'agreement POST /api/order_contract/v1/certificate/list' as CallOf<'agreement', 'certificates'>
export const saveCertificate = 'agreement POST /api/order_contract/v1/certificate/save' as CallOf<'agreement', 'saveCertificate'>
export const retireCertificate = 'agreement POST /api/order_contract/v1/certificate/retire' as CallOf<'agreement', 'retireCertificate'>
export const stamp = 'agreement POST /api/order_contract/v1/stamp/detail' as CallOf<'agreement', 'stamp'>
export const saveStamp = 'agreement POST /api/order_contract/v1/stamp/save' as CallOf<'agreement', 'saveStamp'>
export const retireStamp = 'agreement POST /api/order_contract/v1/stamp/retire' as CallOf<'agreement', 'retireStamp'>
export const kinds = 'agreement POST /api/order_contract/v1/contract_type' as CallOf<'agreement', 'kinds'>
export const facts = 'agreement POST /api/order_contract/v1/pick_return_info' as CallOf<'agreement', 'facts'>
export const status = 'agreement POST /api/order_contract/v1/status' as CallOf<'agreement', 'status'>
export const generatePickup = 'agreement POST /api/order_contract/v1/generate_pickup_contract order,/api/order/v1/detail pickupReturn' as CallOf<'agreement', 'generatePickup'>
export const generateReturn = 'agreement POST /api/order_contract/v1/generate_return_contract order,/api/order/v1/detail pickupReturn' as CallOf<'agreement', 'generateReturn'>
export const generateSwap = 'agreement POST /api/order_contract/v1/generate_swap_contract order,/api/order/v1/detail' as CallOf<'agreement', 'generateSwap'>
export const generateRenewal = 'agreement POST /api/order_contract/v1/generate_renewal_contract order,/api/order/v1/detail renewal' as CallOf<'agreement', 'generateRenewal'>
export const generateEnd = 'agreement POST /api/order_contract/v1/generate_terminate_contract order,/api/order/v1/detail instalment' as CallOf<'agreement', 'generateEnd'>
export const print = 'agreement POST /api/order_contract/v1/print' as CallOf<'agreement', 'print'>
export const sendSms = 'agreement POST /api/order_contract/v1/send_sms' as CallOf<'agreement', 'sendSms'>
export const signLink = 'agreement POST /api/order_contract/v1/sign_link' as CallOf<'agreement', 'signLink'>
export const signPage = 'agreement POST /api/order_contract/v1/sign_page' as CallOf<'agreement', 'signPage'>
export const signCode = 'agreement POST /api/order_contract/v1/sign_code -' as CallOf<'agreement', 'signCode'>
export const sign = 'agreement POST /api/order_contract/v1/sign' as CallOf<'agreement', 'sign'>
export const verify = 'agreement POST /api/order_contract/v1/verify' as CallOf<'agreement', 'verify'>
export const revokeLink = 'agreement POST /api/order_contract/v1/revoke_link' as CallOf<'agreement', 'revokeLink'>
