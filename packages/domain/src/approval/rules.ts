import { formatMoney } from '../money.ts'
import type { PermissionKey } from '../permission.ts'
import { SIGNED_DIFFERENCE } from '../till/shift.ts'
import { DAY, MINUTE } from '../time.ts'

/*
 * What one person alone may not do: which deeds, when, and how another is told what to decide.
 */

/** Above this a deduction needs a second pair of eyes, fen. */
export const DEDUCTION_LIMIT = 500_000
/** Deductions of an order within this time count as one when they are made by hand. */
export const DEDUCTION_SPAN = DAY

/** What is known of a deed of each kind. */
export interface ApprovalFacts {
  readonly ownerRole: {
    /** Somebody gets or loses a role by which rights are given, such a role comes or goes, or the owner's changes. */
    readonly changes: boolean
    readonly what: string
  }
  /** `before`: what counts as part of the same deduction and was taken already, fen. */
  readonly deduction: { readonly fen: number; readonly before: number; readonly orderNo: string }
  /**
   * `net`: what is too much, negative is missing; `gross`: the differences of all ways together; `before`: differences of
   * the cashier that count as part of the same one and that nobody signed. Fen.
   */
  readonly tillDifference: {
    readonly net: number
    readonly gross: number
    readonly before: number
    readonly storeName: string
    readonly cashierName: string
  }
  /** A shift begins with other cash than the books know of; `asked`: the merchant wants that signed. Fen. */
  readonly tillFloat: {
    readonly asked: boolean
    readonly opening: number
    readonly difference: number
    readonly storeName: string
    readonly reason: string
  }
  /** A difference to a provider's bill is booked: what it takes to or from the result, fen. */
  readonly billDifference: { readonly fen: number; readonly no: string; readonly booking: string }
  /** The engine of a car is cut, or the car is opened whatever it does; `asked`: that takes a second person here. */
  readonly engineCut: {
    readonly asked: boolean
    readonly plate: string
    readonly deed: '断油电' | '紧急开锁'
    readonly reason: string
  }
  /** A platform gets a new secret, or by the one it has more than before: `wider`. */
  readonly channelKey: { readonly channel: string; readonly what: string; readonly wider: boolean }
  /** Of a rental that is closed without its car. */
  readonly closeLost: { readonly orderNo: string; readonly plate: string; readonly reason: string }
  /** A posting made by hand is reversed; `of`: its order, or its store. */
  readonly correction: { readonly fen: number; readonly what: string; readonly of: string; readonly reason: string }
  /** `before`: what of the order was written off already; `limit`: what one person may write off, fen. */
  readonly writeOff: { readonly fen: number; readonly before: number; readonly limit: number; readonly orderNo: string }
}
export type ApprovalKind = keyof ApprovalFacts

interface Rule<K extends ApprovalKind> {
  /** Whose word it takes, whichever call asks; missing: whoever holds the key of the call. */
  readonly keys?: readonly PermissionKey[]
  readonly name: string
  readonly needed: (facts: ApprovalFacts[K]) => boolean
  /** At most 200 signs. */
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
      `订单 ${orderNo} 押金扣款 ${formatMoney(fen)}${before > 0 ? `，24小时内共 ${formatMoney(before + fen)}` : ''}`,
  },
  tillDifference: {
    name: '交班长短款',
    // A count that agrees is nobody's affair, whatever was before it.
    needed: ({ gross, before }) => gross > 0 && before + gross > SIGNED_DIFFERENCE,
    summary: ({ net, gross, before, storeName, cashierName }) =>
      `${storeName} ${cashierName} 交班${net < 0 ? '短款' : '长款'} ${formatMoney(Math.abs(net))}${gross === Math.abs(net) ? '' : `，各方式差额共 ${formatMoney(gross)}`}${before > 0 ? `，24小时内差额共 ${formatMoney(before + gross)}` : ''}`,
  },
  tillFloat: {
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
      `订单 ${orderNo} 车辆 ${plate} 未归还，结束订单并下架车辆：${reason}`.slice(0, 200),
  },
  engineCut: {
    name: '车控指令',
    keys: ['vehicleControl.cut'],
    needed: ({ asked }) => asked,
    summary: ({ plate, deed, reason }) => `${plate} ${deed}：${reason}`.slice(0, 200),
  },
  correction: {
    name: '凭证更正',
    needed: () => true,
    summary: ({ fen, what, of, reason }) => `${of} 更正${what} ${formatMoney(fen)}：${reason}`,
  },
  writeOff: {
    name: '坏账核销',
    needed: ({ fen, before, limit }) => before + fen > limit,
    summary: ({ fen, before, orderNo }) =>
      `订单 ${orderNo} 核销坏账 ${formatMoney(fen)}${before > 0 ? `，该订单共 ${formatMoney(before + fen)}` : ''}`,
  },
}

/** So long another may decide, and so long after that the deed may be done. */
export const APPROVAL_LIFE = 10 * MINUTE
/** Where nobody else could decide, the requester waits so long instead, and shows a code sent to their mobile. */
export const ALONE_WAIT = 10 * MINUTE
