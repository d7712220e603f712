import { displayPlate } from '@cheyi/domain/check/plate'
import { formatMoney } from '@cheyi/domain/money'
import type { OrderAction } from '@cheyi/domain/order/steps'

const texts: Readonly<Record<OrderAction, string>> = {
  submit: '提交订单',
  editDraft: '保存草稿',
  pay: '客户付款',
  payTimeout: '超时未付款，自动取消',
  dropDraft: '删除草稿',
  accept: '确认接单',
  refuse: '拒绝接单',
  refuseUnanswered: '超时未确认，自动拒单',
  arrange: '排车',
  autoArrange: '自动排车',
  unarrange: '撤销排车',
  modify: '修改订单',
  pickUp: '办理取车',
  return: '办理还车',
  closeLost: '车辆未归还结单',
  terminate: '提前退租',
  renew: '续租',
  swap: '换车',
  undoPickup: '撤销取车',
  undoReturn: '撤销还车',
  cancel: '取消订单',
  noShow: '客户未到店，自动取消',
  finishCancel: '退款完成，订单已取消',
  reopen: '恢复订单',
  retryRefund: '重试退款',
  collect: '收款',
  collectDeposit: '收取押金',
  deduct: '押金扣款',
  release: '退还押金',
  assignDelivery: '指派送车',
  assignCollection: '指派取车',
  draftAgreement: '生成合同',
  addPickupExpense: '取车费用',
  addReturnExpense: '还车费用',
  writeOff: '坏账核销',
}

/** What an entry tells besides its action, by the name it is logged under. */
const facts: Readonly<Record<string, (value: unknown) => string>> = {
  plate: (value) => displayPlate(String(value)),
  total: (value) => `总额 ${formatMoney(Number(value))}`,
  amount: (value) => formatMoney(Number(value)),
  penalty: (value) => `违约金 ${formatMoney(Number(value))}`,
  refund: (value) => `退款 ${formatMoney(Number(value))}`,
  driver: String,
  reason: String,
  note: String,
}

/** An entry of the history in words: `排车 · 沪A·D6J19`. An action that this build does not know reads 更新订单. */
export function logText(action: string, detail: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(facts).flatMap(([name, say]) => {
    const value = detail[name]
    return value === undefined || value === null || value === '' || value === 0 ? [] : say(value)
  })
  return [texts[action as OrderAction] ?? '更新订单', ...told].join(' · ')
}
