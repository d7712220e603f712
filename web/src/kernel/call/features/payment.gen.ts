// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const flowList = 'payment POST /api/order/v1/flow_record/list' as CallOf<'payment', 'flowList'>
export const flowExport = 'payment POST /api/order/v1/flow_record/export -' as CallOf<'payment', 'flowExport'>
export const takings = 'payment POST /api/order/v1/flow_record/sums' as CallOf<'payment', 'takings'>
export const heldList = 'payment POST /api/order/v1/held/list' as CallOf<'payment', 'heldList'>
export const heldExport = 'payment POST /api/order/v1/held/export -' as CallOf<'payment', 'heldExport'>
export const vouchers = 'payment POST /api/finance/v1/ledger/list' as CallOf<'payment', 'vouchers'>
export const entriesExport = 'payment POST /api/finance/v1/ledger/export -' as CallOf<'payment', 'entriesExport'>
export const handMade = 'payment POST /api/order/v1/ledger/hand_made' as CallOf<'payment', 'handMade'>
export const correct = 'payment POST /api/order/v1/ledger/correct order overview todo expense deposit cashShift' as CallOf<'payment', 'correct'>
export const receiptDebts = 'payment POST /api/order/v1/receipt/debts' as CallOf<'payment', 'receiptDebts'>
export const receiptSave = 'payment POST /api/order/v1/receipt/save order overview todo expense deposit supplement pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'payment', 'receiptSave'>
export const receiptList = 'payment POST /api/order/v1/receipt/list' as CallOf<'payment', 'receiptList'>
export const receiptDetail = 'payment POST /api/order/v1/receipt/detail' as CallOf<'payment', 'receiptDetail'>
export const collect = 'payment POST /api/order/v1/get_pay_url order overview todo expense deposit supplement damage reimbursement renewal pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'payment', 'collect'>
export const charge = 'payment POST /api/order/v1/charge_auth_code order overview todo expense deposit supplement damage renewal pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'payment', 'charge'>
export const query = 'payment POST /api/order/v1/query_pay_result -' as CallOf<'payment', 'query'>
export const cancel = 'payment POST /api/order/v1/cancel_order_pay order overview todo expense deposit' as CallOf<'payment', 'cancel'>
export const toCheck = 'payment POST /api/order/v1/pay_check/list' as CallOf<'payment', 'toCheck'>
export const checkAgain = 'payment POST /api/order/v1/pay_check/ask order overview todo expense deposit' as CallOf<'payment', 'checkAgain'>
export const giveUp = 'payment POST /api/order/v1/pay_check/give_up order overview todo expense deposit' as CallOf<'payment', 'giveUp'>
export const askLink = 'payment POST /api/order/v1/pay_link' as CallOf<'payment', 'askLink'>
export const payPage = 'payment POST /api/pay/v1/page' as CallOf<'payment', 'payPage'>
export const payByLink = 'payment POST /api/pay/v1/begin' as CallOf<'payment', 'payByLink'>
export const channels = 'payment POST /api/merchant/pay/v1/channel/list' as CallOf<'payment', 'channels'>
export const saveChannel = 'payment POST /api/merchant/pay/v1/channel/save merchant deposit' as CallOf<'payment', 'saveChannel'>
export const testChannel = 'payment POST /api/merchant/pay/v1/channel/test -' as CallOf<'payment', 'testChannel'>
