// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const create = 'qrLogin POST /api/login/v1/qr/create' as CallOf<'qrLogin', 'create'>
export const status = 'qrLogin GET /api/login/v1/qr/status' as CallOf<'qrLogin', 'status'>
export const scan = 'qrLogin POST /api/login/v1/qr/scan' as CallOf<'qrLogin', 'scan'>
export const confirm = 'qrLogin POST /api/login/v1/qr/confirm' as CallOf<'qrLogin', 'confirm'>
export const refuse = 'qrLogin POST /api/login/v1/qr/refuse' as CallOf<'qrLogin', 'refuse'>
