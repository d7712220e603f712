import type { CodeOf } from '../../enumeration.ts'
import { formatMoney } from '../../money.ts'
import { type Block, can, machine } from '../../step.ts'
import { deductStates, matchType, officialState, violationStatus, violationStatuses } from './codes.ts'

/* State machine of a violation: who drove, who handles it, and what it costs whom. */

const s = violationStatus
const d = deductStates.code

interface Facts {
  readonly points: number
  readonly matchType: number | null
  readonly overdue: boolean
  readonly deductState: number
  readonly prevStatus: number | null
  readonly handedInAt: number | null
}

const worked = [s.open, s.byCustomer, s.byMerchant, s.toClose] as const

/** Licence points must not be taken for money by anybody but the driver. */
const refusePoints = ({ points }: Pick<Facts, 'points'>): Block | null =>
  points > 0 ? { key: 'pointsNotTradable' } : null
const requireCustomer = ({ matchType: by }: Pick<Facts, 'matchType'>): Block | null =>
  isCustomers(by) ? null : { key: 'violationStatusRefuses' }
const requireStaff = ({ matchType: by }: Pick<Facts, 'matchType'>): Block | null =>
  isCustomers(by) ? { key: 'violationStatusRefuses' } : null
const requireUncharged = ({ deductState }: Pick<Facts, 'deductState'>): Block | null =>
  deductState === d.none ? null : { key: 'violationStatusRefuses' }
const requireCharged = ({ deductState }: Pick<Facts, 'deductState'>): Block | null =>
  deductState === d.due ? null : { key: 'violationStatusRefuses' }
const requireHandedIn = ({ handedInAt }: Pick<Facts, 'handedInAt'>): Block | null =>
  handedInAt === null ? { key: 'violationStatusRefuses' } : null
const both =
  <A, B>(one: (facts: A) => Block | null, other: (facts: B) => Block | null) =>
  (facts: A & B): Block | null =>
    one(facts) ?? other(facts)

export const violationSteps = machine(violationStatuses, {
  entry: [s.unmatched, s.open],
  final: [s.closed, s.void],
  refusal: 'violationStatusRefuses',
  steps: {
    edit: { from: [s.unmatched, s.open], to: 'same', by: 'violation.create' },
    /** It is assigned to an order, or to an employee of the merchant. */
    match: { from: [s.unmatched, s.open], to: s.open, by: 'violation.handle' },
    /** The rental time that it was matched to has changed. */
    unmatch: { from: [s.open], to: s.unmatched, by: 'system' },
    /** The customer is notified, and has to handle it until the deadline. */
    notify: { from: [s.open], to: s.byCustomer, guard: requireCustomer, by: 'violation.handle' },
    /** The merchant pays the fine for the customer, who agreed. */
    agency: {
      from: [s.open, s.byCustomer],
      to: s.byMerchant,
      guard: both(requireCustomer, refusePoints),
      by: 'violation.handle',
    },
    /** The employee who drove handles it. */
    staff: { from: [s.open], to: s.byMerchant, guard: requireStaff, by: 'violation.handle' },
    /** The authority transfers it to the renter. */
    transfer: { from: [s.open, s.byCustomer], to: s.transferring, guard: requireCustomer, by: 'violation.handle' },
    /** The renter was notified of the transfer, and may object from then on. */
    transferTold: {
      from: [s.transferring],
      to: 'same',
      guard: ({ told }: { readonly told: boolean }) => (told ? { key: 'violationStatusRefuses' } : null),
      by: 'violation.handle',
    },
    transferDone: {
      from: [s.transferring],
      to: s.toClose,
      guard: ({ told }: { readonly told: boolean }) => (told ? null : { key: 'violationStatusRefuses' }),
      by: 'violation.handle',
    },
    transferRefused: { from: [s.transferring], to: s.open, by: 'violation.handle' },
    /** The customer has settled it, by a proof or a report of the authority. */
    proof: { from: [s.byCustomer], to: s.toClose, by: 'violation.handle' },
    /** The customer submits a proof on their own page, which staff check; a late one is stored, and remains late. */
    handIn: { from: [s.open, s.byCustomer], to: 'same', guard: requireCustomer, by: 'system' },
    /** The submitted proof is accepted. */
    accept: { from: [s.open, s.byCustomer], to: s.toClose, guard: requireHandedIn, by: 'violation.handle' },
    /** The channel that sold the order has received it. */
    acknowledge: {
      from: [...worked, s.appealed, s.transferring, s.closed],
      to: 'same',
      guard: requireCustomer,
      by: 'system',
    },
    /** The proof is rejected, and another one is requested. */
    refuse: { from: [s.open, s.byCustomer], to: 'same', guard: requireHandedIn, by: 'violation.handle' },
    /** The customer agrees on their own page that the merchant pays for them. */
    agree: { from: [s.open, s.byCustomer], to: 'same', guard: both(requireCustomer, refusePoints), by: 'system' },
    /** The deadline passed. */
    lapse: { from: [s.byCustomer], to: s.open, by: 'system' },
    /** The merchant has settled it. */
    done: { from: [s.byMerchant], to: s.toClose, by: 'violation.handle' },
    /** It is not settled: the agreed penalty is collected, and the violation stays with the car. */
    offline: {
      from: [s.open],
      to: s.toClose,
      guard: ({ overdue }: Pick<Facts, 'overdue'>) => (overdue ? null : { key: 'violationStatusRefuses' }),
      by: 'violation.deduct',
    },
    /** The merchant's payment of the fine is entered or corrected. */
    pay: { from: [s.byMerchant, s.toClose], to: 'same', by: 'violation.deduct' },
    /** What the customer owes is fixed, once. */
    charge: {
      from: [s.byMerchant, s.toClose],
      to: 'same',
      guard: both(requireCustomer, requireUncharged),
      by: 'violation.deduct',
    },
    /** Deducted from a deposit; not during an appeal of the customer. */
    deduct: { from: [s.byMerchant, s.toClose], to: 'same', guard: requireCharged, by: 'violation.deduct' },
    /** The rest of the claim is waived. */
    waive: { from: [s.byMerchant, s.toClose], to: 'same', guard: requireCharged, by: 'violation.deduct' },
    /** Part of what was collected is refunded. */
    refund: { from: [s.byMerchant, s.toClose, s.closed], to: 'same', by: 'violation.refund' },
    close: {
      from: [s.toClose],
      to: s.closed,
      guard: ({ deductState }: Pick<Facts, 'deductState'>) =>
        deductState === d.due || deductState === d.failed ? { key: 'violationUndeducted' } : null,
      by: 'violation.handle',
    },
    /** The customer claims that it was not theirs. */
    appeal: { from: worked, to: s.appealed, by: 'violation.handle' },
    appealUpheld: { from: [s.appealed], to: s.void, by: 'violation.handle' },
    appealRejected: {
      from: [s.appealed],
      to: worked,
      choose: ({ prevStatus }: Pick<Facts, 'prevStatus'>) => (prevStatus ?? s.open) as (typeof worked)[number],
      by: 'violation.handle',
    },
    /** The first report of the authority already has it as handled and paid: nothing is to be done. */
    settled: { from: [s.unmatched, s.open], to: s.closed, by: 'system' },
    void: {
      from: [s.unmatched, s.open],
      to: s.void,
      guard: ({ deductState }: Pick<Facts, 'deductState'>) =>
        deductState === d.deducted ? { key: 'violationStatusRefuses' } : null,
      by: 'violation.handle',
    },
    /** Within {@link REOPEN_DAYS}. */
    reopen: {
      from: [s.closed],
      to: s.toClose,
      guard: ({ closedDays }: { readonly closedDays: number }) =>
        closedDays <= REOPEN_DAYS ? null : { key: 'violationStatusRefuses' },
      by: 'violation.deduct',
    },
  },
})

export type ViolationStatus = CodeOf<typeof violationStatuses>
export type ViolationAction = keyof (typeof violationSteps)['steps']

/** A customer is liable, not an employee of the merchant. */
export const isCustomers = (by: number | null): boolean => by === matchType.automatic || by === matchType.byHand

interface Deadline {
  readonly status: number
  readonly deadlineAt: number | null
  readonly handedInAt: number | null
}

/** The customer has let the deadline pass, without a submitted proof that staff have to check. */
export const isLapsed = ({ status, deadlineAt, handedInAt }: Deadline, now: number): boolean =>
  status === s.byCustomer && handedInAt === null && deadlineAt !== null && deadlineAt <= now

/** A submitted proof has to be checked. */
export const awaitsLook = ({ status, handedInAt }: Omit<Deadline, 'deadlineAt'>): boolean =>
  handedInAt !== null && (status === s.open || status === s.byCustomer)

/** The customer may see it on their own page. */
export const isShownToCustomer = (status: number): boolean => status !== s.unmatched && status !== s.void

/** Being handled, or to be handled: it has a page for its next step. */
export const needsHandling = (status: number): boolean =>
  status === s.open || status === s.byCustomer || status === s.byMerchant || status === s.toClose

/** Whether these keys let a person take the customer's proof: those who handle violations, or record them at the counter. */
export const takesProof = (held: ReadonlySet<string>): boolean =>
  held.has('violation.handle') || held.has('violation.record')

/** Whether these keys allow the next step; only then does the list link to its page. */
export function mayHandleNext(
  one: Pick<Facts, 'matchType' | 'overdue'> & { readonly status: number; readonly awaitsLook: boolean },
  held: ReadonlySet<string>,
): boolean {
  if (!needsHandling(one.status)) return false
  if (held.has('violation.handle')) return true
  const pays =
    can(violationSteps, 'pay', one.status).ok ||
    (isCustomers(one.matchType) && can(violationSteps, 'offline', one.status, one).ok)
  if (held.has('violation.deduct') && pays) return true
  return takesProof(held) && !one.awaitsLook && can(violationSteps, 'proof', one.status).ok
}

/** The driver is not determined yet. */
export const awaitsMatch = (status: number): boolean => status === s.unmatched

/** It holds back the violation deposit of its order. */
export const keepsDeposit = (status: number): boolean =>
  status !== s.unmatched && status !== s.closed && status !== s.void
export const keepingStatuses = violationStatuses.values.filter(keepsDeposit)
/** Not handled yet: it is matched again when the car's rental time changes, and may be edited. */
export const isFresh = (status: number): boolean => status === s.unmatched || status === s.open
export const freshStatuses = violationStatuses.values.filter(isFresh)
/** Being handled, and not finished. */
export const inHandStatuses = keepingStatuses.filter((status) => !isFresh(status))

/** Nothing is open at the authority any more. */
export const isPaidAtOffice = (state: number): boolean => state === officialState.paid

/** The claim still has to be collected. */
export const isDue = (state: number): boolean => state === d.due

/**
 * Tabs of the list. A submitted proof, and a violation whose deadline passed without one, have to be handled by the
 * merchant, so that they are in the tab of open ones.
 */
export const violationGroups = {
  todo: [s.unmatched, s.open],
  running: [s.byCustomer, s.byMerchant, s.appealed, s.transferring],
  toClose: [s.toClose],
  ended: [s.closed, s.void],
} as const satisfies Record<string, readonly ViolationStatus[]>
export type ViolationGroup = keyof typeof violationGroups

/** Days after its end in which a violation may be reopened. */
export const REOPEN_DAYS = 30

export const MAX_POINTS = 12
export const MAX_EVIDENCE = 9
/** Limit of violations in one batch. */
export const MAX_BATCH = 50

/** One entry of a violation's history. */
export interface ViolationLog {
  /** Epoch ms. */
  readonly at: number
  readonly by: string
  readonly action: ViolationAction | 'create' | 'merge' | 'moved'
  readonly note: string
}

export const violationWords: Readonly<Record<ViolationLog['action'], string>> = {
  create: '登记违章',
  merge: '合并重复违章',
  moved: '用车时间变更',
  edit: '修改违章',
  match: '匹配',
  unmatch: '取消匹配',
  notify: '通知客户',
  agency: '商家代办',
  staff: '员工处理',
  transfer: '申请违法转移',
  transferTold: '已告知承租人',
  transferDone: '转移成功',
  transferRefused: '转移被驳回',
  proof: '客户已处理',
  acknowledge: '渠道已收到违章通知',
  handIn: '客户上传处理凭证',
  accept: '凭证通过',
  refuse: '凭证未通过',
  agree: '客户申请代办',
  lapse: '客户逾期未处理',
  done: '代办完成',
  offline: '转线下追偿',
  close: '核销结案',
  appeal: '客户申诉',
  appealUpheld: '申诉成立',
  appealRejected: '申诉不成立',
  settled: '官方已处理，结案',
  void: '作废',
  reopen: '重新打开',
  pay: '登记代缴罚款',
  charge: '确定客户费用',
  deduct: '押金扣款',
  waive: '免除费用',
  refund: '退还费用',
}

/** Actions of customers, in whatever context they run. */
export const isByCustomer = (action: ViolationLog['action']): boolean => action === 'handIn' || action === 'agree'

/** The act as text; some lists of authorities only have its code. */
export const actText = ({ act, actCode }: { readonly act: string; readonly actCode: string }): string =>
  act || (actCode === '' ? '未注明行为' : `违法代码${actCode}`)

/** A violation, for comparing two reports. */
export interface Reported {
  readonly plate: string
  readonly occurAt: number
  readonly actCode: string
  readonly docNo: string | null
  /** Fen; null: the authority has not decided the amount. */
  readonly fine: number | null
}

/**
 * Whether two reports are about one violation: the same number and the same plate or minute (a number alone is not
 * sufficient, because spreadsheets round numbers); otherwise plate and minute with the act, or with the fine where
 * an act is missing.
 */
export function isSame(a: Reported, b: Reported): boolean {
  const [samePlate, sameMinute] = [a.plate === b.plate, a.occurAt === b.occurAt]
  if (a.docNo !== null && a.docNo === b.docNo && (samePlate || sameMinute)) return true
  if (!samePlate || !sameMinute) return false
  if (a.actCode !== '' && b.actCode !== '') return a.actCode === b.actCode
  return a.fine === null || b.fine === null || a.fine === b.fine
}

/** A fine as text. */
export const fineText = (fine: number | null): string => (fine === null ? '待裁决' : formatMoney(fine))
