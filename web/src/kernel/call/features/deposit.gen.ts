// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const policy = 'deposit POST /api/order/v1/deposit_policy' as CallOf<'deposit', 'policy'>
export const forPickup = 'deposit POST /api/order/v1/pickup_deposit' as CallOf<'deposit', 'forPickup'>
export const pay = 'deposit POST /order/deposit/payDeposit/v1 order overview todo expense,/api/order/v1/bill_detail pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'deposit', 'pay'>
export const agreeLong = 'deposit POST /api/order/v1/update_longorder_deposit order overview todo pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'deposit', 'agreeLong'>
export const agree = 'deposit POST /api/order/v1/deposit/agree order overview todo pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'deposit', 'agree'>
export const withdrawWaiver = 'deposit POST /api/order/v1/deposit/withdraw_waiver order overview todo pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'deposit', 'withdrawWaiver'>
export const detail = 'deposit POST /api/order/v1/deposit/detail' as CallOf<'deposit', 'detail'>
export const convert = 'deposit POST /api/order/v1/deposit/convert order overview todo expense' as CallOf<'deposit', 'convert'>
export const deduct = 'deposit POST /api/order/v1/deposit/deduct order overview todo expense damage pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'deposit', 'deduct'>
export const release = 'deposit POST /api/order/v1/deposit/release order overview todo expense' as CallOf<'deposit', 'release'>
export const retry = 'deposit POST /api/order/v1/deposit/retry order overview todo expense' as CallOf<'deposit', 'retry'>
export const withdraw = 'deposit POST /api/order/v1/deposit/withdraw order overview todo expense' as CallOf<'deposit', 'withdraw'>
