import { formatMoney } from '../../money.ts'
import { type ContractType, contractTypes } from '../../rental/agreement/codes.ts'

/* Undoing a handover: which later actions block it, and what the user is shown. */

/**
 * Later entries of a history that do not block undoing a pickup: payments stay valid, and documents and pictures
 * record what happened.
 */
const harmlessAfterPickup = [
  'pay',
  'collect',
  'collectDeposit',
  'collectViolation',
  'checkPay',
  'instalment',
  'agreement',
  'reissue',
  'assignCollection',
  'driverArrived',
  'authExpired',
  'authEnded',
  'agreeDeposit',
  // Of a return that was itself undone.
  'return',
  'undoReturn',
] as const

/** Actions of a history that do not block undoing a handover. */
export const harmlessAfter = {
  pickUp: harmlessAfterPickup,
  return: ['pay', 'collect', 'checkPay', 'agreement', 'reissue', 'authExpired', 'authEnded'],
} as const

/** One change of the undo, for its dialog. */
export interface Undone {
  readonly name: string
  readonly text: string
}

export interface PickupToUndo {
  readonly mileageKm: number | null
  readonly odometerKm: number
  readonly charges: number
  readonly chargesFen: number
  /** Priced from its own, earlier time. */
  readonly early: boolean
  /** The document that is voided with it; null without one. */
  readonly paper: ContractType | null
  readonly delivered: boolean
  /** The car was expected at another store. */
  readonly oneWay: boolean
  readonly paidFen: number
}

const km = (value: number): string => `${value.toLocaleString('en')} km`
const readings = (now: number | null, before: number): string =>
  now === null || now === before ? `仍为 ${km(before)}` : `${km(now)} → ${km(before)}`

/** What undoing a pickup changes, as text of the dialog. */
export const undoLinesOfPickup = (f: PickupToUndo): Undone[] =>
  [
    { name: '订单', text: '已取车 → 已排车' },
    { name: '取车验车单', text: '作废，照片保留' },
    { name: '车辆里程', text: readings(f.mileageKm, f.odometerKm) },
    f.charges > 0 && { name: '取车费用', text: `${f.charges}项 ${formatMoney(f.chargesFen)} 冲回` },
    f.early && { name: '提前取车差价', text: '恢复原租期与原价' },
    f.paper !== null && { name: contractTypes.text(f.paper), text: '作废，文件保留' },
    f.delivered && { name: '送车任务', text: '重新进行' },
    f.oneWay && { name: '异地库存', text: '还车门店不再等待此车' },
    f.paidFen > 0 && { name: '已收款项', text: `${formatMoney(f.paidFen)} 留在订单` },
  ].filter((line) => line !== false)

export interface ReturnToUndo
  extends Pick<PickupToUndo, 'mileageKm' | 'odometerKm' | 'charges' | 'chargesFen' | 'paper' | 'paidFen'> {
  readonly collected: boolean
  /** Deposits and refunds that were not paid out yet, fen. */
  readonly leavingFen: number
  /** The car was returned to another store than its own. */
  readonly moved: boolean
}

/** What undoing a return changes, as text of the dialog. */
export const undoLinesOfReturn = (f: ReturnToUndo): Undone[] =>
  [
    { name: '订单', text: '已还车 → 已取车' },
    { name: '还车验车单', text: '作废，照片保留' },
    { name: '车辆里程', text: readings(f.mileageKm, f.odometerKm) },
    { name: '还车结算', text: '冲回，还车时重新结算' },
    f.charges > 0 && { name: '还车费用', text: `${f.charges}项 ${formatMoney(f.chargesFen)} 冲回` },
    f.leavingFen > 0 && { name: '待退款项', text: `${formatMoney(f.leavingFen)} 撤回` },
    f.paper !== null && { name: contractTypes.text(f.paper), text: '作废，文件保留' },
    f.collected && { name: '取车任务', text: '重新进行' },
    f.moved && { name: '车辆门店', text: '恢复为还车前的门店' },
    f.paidFen > 0 && { name: '已收款项', text: `${formatMoney(f.paidFen)} 留在订单` },
  ].filter((line) => line !== false)
