import { formatHours } from '../../length.ts'
import { formatMoney } from '../../money.ts'
import type { PermissionKey } from '../../permission.ts'
import { DAY, MINUTE } from '../../time.ts'
import { displayPlate } from '../check/plate.ts'

/* Actions that need the approval of a second person: from which amounts, and the summary on which the approver decides. */

/** Above this a deduction needs a second person, fen. */
export const DEDUCTION_LIMIT = 500_000
/** Deductions of an order that are made by hand within this time count as one. */
export const DEDUCTION_SPAN = DAY
/** Above this a difference of a cash shift needs a second person, fen. */
export const SIGNED_DIFFERENCE = 5_000
/** Unapproved differences of a cashier within this time count as one. */
export const DIFFERENCE_SPAN = DAY

/** The facts of each kind of action. */
export interface ApprovalFacts {
  readonly ownerRole: {
    /**
     * True when a member gets or loses a role that may grant rights, when such a role is created or removed, or
     * when the owner's role changes.
     */
    readonly changes: boolean
    readonly what: string
  }
  /** `before`: what was deducted already as part of the same deduction, fen. */
  readonly deduction: { readonly fen: number; readonly before: number; readonly orderNo: string }
  /**
   * Fen. `net`: surplus, negative for a shortage; `gross`: sum of the absolute differences of all payment methods;
   * `before`: unapproved differences of the same cashier that count as part of this one.
   */
  readonly cashDifference: {
    readonly net: number
    readonly gross: number
    readonly before: number
    readonly storeName: string
    readonly cashierName: string
  }
  /** A shift starts with a cash amount that differs from the books. `asked`: the merchant requires approval for it. Fen. */
  readonly cashFloat: {
    readonly asked: boolean
    readonly opening: number
    readonly difference: number
    readonly storeName: string
    readonly reason: string
  }
  /** A difference to a provider's bill is booked; the effect on the profit, fen. */
  readonly billDifference: { readonly fen: number; readonly no: string; readonly booking: string }
  /** The engine of a car is cut off, or the car is unlocked in any state. `asked`: the merchant requires approval for it. */
  readonly engineCut: {
    readonly asked: boolean
    readonly plate: string
    readonly deed: '断油电' | '紧急开锁'
    readonly reason: string
  }
  /** `wider`: a platform gets a new secret, or more scopes or addresses with the existing one. */
  readonly channelKey: { readonly channel: string; readonly what: string; readonly wider: boolean }
  /** `over`: by how much a booking or a charge exceeds the credit of its company, fen; 0 within it. */
  readonly credit: { readonly over: number; readonly company: string; readonly owed: number; readonly more: number }
  /** A rental is closed without the car being returned. */
  readonly closeLost: { readonly orderNo: string; readonly plate: string; readonly reason: string }
  /** A manual posting is reversed; `of`: its order, or its store. */
  readonly correction: { readonly fen: number; readonly what: string; readonly of: string; readonly reason: string }
  /** A payment run is approved by somebody who is no second person for it. Fen. */
  readonly paymentRun: { readonly fen: number; readonly bills: number; readonly runNo: string }
  /** `before`: what was written off of the order already; `limit`: what one person may write off; fen. */
  readonly writeOff: { readonly fen: number; readonly before: number; readonly limit: number; readonly orderNo: string }
}
export type ApprovalKind = keyof ApprovalFacts

interface Rule<K extends ApprovalKind> {
  /** Permissions of the approver, whichever call requests it; missing: the permission of that call. */
  readonly keys?: readonly PermissionKey[]
  readonly name: string
  readonly needed: (facts: ApprovalFacts[K]) => boolean
  /** At most 200 characters. */
  readonly summary: (facts: ApprovalFacts[K]) => string
}

export const approvalRules: { readonly [K in ApprovalKind]: Rule<K> } = {
  ownerRole: {
    name: '授权角色',
    needed: ({ changes }) => changes,
    summary: ({ what }) => what,
  },
  deduction: {
    name: '大额扣款',
    keys: ['deposit.deduct'],
    needed: ({ fen, before }) => before + fen > DEDUCTION_LIMIT,
    summary: ({ fen, before, orderNo }) =>
      `订单 ${orderNo} 押金扣款 ${formatMoney(fen)}${before > 0 ? `，${formatHours(DEDUCTION_SPAN)}内共 ${formatMoney(before + fen)}` : ''}`,
  },
  cashDifference: {
    name: '交班长短款',
    // A shift without a difference never needs approval, whatever was counted before.
    needed: ({ gross, before }) => gross > 0 && before + gross > SIGNED_DIFFERENCE,
    summary: ({ net, gross, before, storeName, cashierName }) =>
      `${storeName} ${cashierName} 交班${net < 0 ? '短款' : '长款'} ${formatMoney(Math.abs(net))}${gross === Math.abs(net) ? '' : `，各方式差额共 ${formatMoney(gross)}`}${before > 0 ? `，${formatHours(DEDUCTION_SPAN)}内差额共 ${formatMoney(before + gross)}` : ''}`,
  },
  cashFloat: {
    name: '开班现金不符',
    needed: ({ asked, difference }) => asked && difference !== 0,
    summary: ({ opening, difference, storeName, reason }) =>
      `${storeName} 开班现金 ${formatMoney(opening)}，比账面${difference < 0 ? '少' : '多'} ${formatMoney(Math.abs(difference))}：${reason}`.slice(
        0,
        200,
      ),
  },
  billDifference: {
    name: '对账差异入账',
    needed: ({ fen }) => Math.abs(fen) > SIGNED_DIFFERENCE,
    summary: ({ fen, no, booking }) => `对账差异${booking} ${formatMoney(fen)}，单号 ${no}`,
  },
  channelKey: {
    name: '渠道接口密钥',
    needed: ({ wider }) => wider,
    summary: ({ channel, what }) => `${channel} ${what}`.slice(0, 200),
  },
  closeLost: {
    name: '未还车结单',
    needed: () => true,
    summary: ({ orderNo, plate, reason }) =>
      `订单 ${orderNo} 车辆 ${displayPlate(plate)} 未归还，结束订单并下架车辆：${reason}`.slice(0, 200),
  },
  credit: {
    name: '超信用额度',
    keys: ['order.override'],
    needed: ({ over }) => over > 0,
    summary: ({ over, company, owed, more }) =>
      `${company} 超信用额度 ${formatMoney(over)}：已欠 ${formatMoney(owed)}，本次 ${formatMoney(more)}`.slice(0, 200),
  },
  engineCut: {
    name: '车控指令',
    keys: ['vehicleControl.cut'],
    needed: ({ asked }) => asked,
    summary: ({ plate, deed, reason }) => `${displayPlate(plate)} ${deed}：${reason}`.slice(0, 200),
  },
  correction: {
    name: '凭证更正',
    needed: () => true,
    summary: ({ fen, what, of, reason }) => `${of} 更正${what} ${formatMoney(fen)}：${reason}`,
  },
  paymentRun: {
    name: '付款批次',
    needed: () => true,
    summary: ({ fen, bills, runNo }) => `付款批次 ${runNo}：${bills}张账单，共 ${formatMoney(fen)}`,
  },
  writeOff: {
    name: '坏账核销',
    needed: ({ fen, before, limit }) => before + fen > limit,
    summary: ({ fen, before, orderNo }) =>
      `订单 ${orderNo} 核销坏账 ${formatMoney(fen)}${before > 0 ? `，该订单共 ${formatMoney(before + fen)}` : ''}`,
  },
}

/** How long a request may be approved, and after that how long the approved action may be done. */
export const APPROVAL_LIFE = 10 * MINUTE
/** In a merchant without a second approver, how long the requester has to wait before confirming by an SMS code. */
export const ALONE_WAIT = 10 * MINUTE
