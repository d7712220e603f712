import type { LogDetail } from '@cheyi/domain/booking/order/log'
import type { OrderAction } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { type AgreementType, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { formatDateTime } from '@cheyi/domain/time'

/** Actions in the history of an order that are not steps of its own state machine. */
type OtherAction =
  | 'takeRefund'
  | 'cancelSupplement'
  | 'assessDamage'
  | 'refundDamage'
  | 'closeDamage'
  | 'correctWriteOff'
  | 'decideReimbursement'
  | 'payReimbursement'
  | 'agreement'
  | 'confirmAlarm'
  | 'repack'
  | 'reissue'
  | 'authExpired'
  | 'authEnded'
  | 'withdrawWaiver'
  | 'agreeDeposit'
  | 'instalment'
  | 'postpone'
  | 'cancelRenewal'
  | 'askRenewal'
  | 'lapseRenewal'
  | 'driverArrived'

const texts: Readonly<Record<OrderAction | OtherAction, string | ((detail: LogDetail) => string)>> = {
  submit: '提交订单',
  editDraft: '保存草稿',
  pay: '客户付款',
  payTimeout: '超时未付款，自动取消',
  dropDraft: '删除草稿',
  accept: '确认接单',
  refuse: '拒绝接单',
  refuseUnanswered: '超时未确认，自动拒单',
  arrange: ({ from }) => (from ? '改派车辆' : '排车'),
  autoArrange: '自动排车',
  unarrange: '撤销排车',
  modify: '修改订单',
  pickUp: '办理取车',
  return: '办理还车',
  checkPickup: ({ count }) => (count ? `自助取车验车驳回，${count}处重拍` : '自助取车验车通过'),
  checkReturn: ({ count }) => (count ? `自助还车验车驳回，${count}处重拍` : '自助还车验车通过'),
  chargeLate: '计收超时费',
  closeLost: '车辆未归还结单',
  terminate: ({ dueAt }) => (dueAt ? `约定提前退租，${formatDateTime(dueAt)}还车` : '提前退租'),
  withdrawEnd: ({ dueAt }) => (dueAt ? `撤销提前退租，还车时间恢复为${formatDateTime(dueAt)}` : '撤销提前退租'),
  renew: ({ dueAt }) => (dueAt ? `续租至${formatDateTime(dueAt)}` : '续租'),
  cancelRenewal: '取消续租',
  askRenewal: ({ dueAt }) => (dueAt ? `续租至${formatDateTime(dueAt)}，待付款` : '续租待付款'),
  lapseRenewal: '续租未付款，已取消',
  instalment: ({ count }) => `第${count ?? ''}期收款`,
  postpone: ({ count, to }) => `第${count ?? ''}期改期${to ? `至${to}` : ''}`,
  swap: '换车',
  undoPickup: '撤销取车',
  undoReturn: '撤销还车',
  cancel: '取消订单',
  noShow: '客户未到店，自动取消',
  finishCancel: '退款完成，订单已取消',
  reopen: '恢复订单',
  retryRefund: '处理退款',
  collect: '收款',
  collectInstalment: '收分期',
  checkPay: '核对收款，作废',
  takeRefund: '核对退款，按实退入账',
  supplement: '补款',
  cancelSupplement: '取消补款',
  damage: '登记车损',
  assessDamage: '车损定损',
  refundDamage: '退还车损',
  closeDamage: '关闭车损单',
  reimburse: '发起报销退款',
  decideReimbursement: '审核报销退款',
  payReimbursement: '报销退款已打款',
  collectDeposit: ({ note }) => (note ? `押金${note}` : '收取押金'),
  collectViolation: '收取违章押金',
  convertDeposit: '转违章押金',
  deduct: '押金扣款',
  release: '申请退押金',
  proveRelease: '退押金',
  withdrawRelease: '撤回退押金',
  authExpired: '押金授权到期失效',
  authEnded: '押金授权被解除失效',
  agreeDeposit: '约定押金',
  withdrawWaiver: ({ note }) => `撤回${note ?? '押金'}免押`,
  assignDelivery: ({ driver }) => (driver ? '指派送车' : '取消送车指派'),
  assignCollection: ({ driver }) => (driver ? '指派取车' : '取消取车指派'),
  driverArrived: ({ type }) => (type === driverTaskType.collect ? '取车员已到达' : '送车员已到达'),
  draftAgreement: '生成合同',
  addPickupExpense: '修改取车费用',
  addReturnExpense: '修改还车费用',
  writeOff: '坏账核销',
  correctWriteOff: '更正坏账核销',
  agreement: agreementText,
  confirmAlarm: '超过确认时限，请尽快接单',
  repack: '系统调整车辆',
  reissue: '补传照片',
}

/** Entries from before the form was stored describe an uploaded document by its number of pages. */
function agreementText({ type, form, pages }: LogDetail): string {
  const name = agreementTypes.values.some((one) => one === type) ? agreementTypes.text(type as AgreementType) : '合同'
  const verb = form ?? (pages ? 'paper' : undefined)
  return `${verb === undefined ? '' : agreementVerbs[verb]}${name}`
}

const agreementVerbs = { made: '生成', signed: '客户签署', paper: '上传纸质' } as const

/** The facts of an entry besides its action, under the names they are logged by, in the order of the text. */
const facts: readonly ((detail: LogDetail) => string | undefined)[] = [
  ({ from, to, plate: now }) => {
    const [old, fresh] = [from, to ?? now].map((value) => (value ? displayPlate(value) : undefined))
    return old !== undefined && fresh !== undefined && old !== fresh ? `${old} → ${fresh}` : (fresh ?? old)
  },
  ({ driver }) => driver || undefined,
  ({ mileageKm }) => (mileageKm ? `${mileageKm.toLocaleString('en')} km` : undefined),
  ({ total, before }) => {
    if (!total) return undefined
    const old = before === undefined || before.total === total ? '' : `${formatMoney(before.total)} → `
    return `总额 ${old}${formatMoney(total)}`
  },
  ({ amount }) => (amount ? formatMoney(amount) : undefined),
  ({ penalty, fullPenalty }) =>
    fullPenalty
      ? `违约金 ${formatMoney(fullPenalty)} → ${formatMoney(penalty ?? 0)}`
      : penalty
        ? `违约金 ${formatMoney(penalty)}`
        : undefined,
  ({ backdated, balance, balanceNow }) =>
    backdated
      ? `补录还车时间，结算 ${formatMoney(balanceNow ?? 0)} → ${formatMoney(balance ?? 0)}：${backdated}`
      : undefined,
  ({ reason }) => reason || undefined,
  ({ override }) => (override ? `越权放行：${override}` : undefined),
]

const isAction = (action: string): action is OrderAction | OtherAction => Object.hasOwn(texts, action)

/** A history entry as text: `排车 · 沪A·D6J19`. An action that this build does not know is shown as 更新订单. */
export function logText(action: string, logged: LogDetail): string {
  // The car reserved for a new order may change without notice, so the history does not name it.
  const detail = action === 'submit' ? { ...logged, plate: undefined } : logged
  const text = isAction(action) ? texts[action] : '更新订单'
  const details = facts.map((fact) => fact(detail)).filter((words) => words !== undefined)
  return [typeof text === 'string' ? text : text(detail), ...details].join(' · ')
}
