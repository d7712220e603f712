import type { CodeOf } from '../enumeration.ts'
import { formatMoney } from '../money.ts'
import { type Block, can, machine } from '../step.ts'
import { deductStates, illegalStatus, illegalStatuses, matchType, officialState } from './codes.ts'

/*
 * A violation from the day it is known to its end (operations.md §8.3): who drove, who sees to it, what it costs whom.
 */

const s = illegalStatus
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

/** Points of a licence are the driver's: nobody takes them for money. */
const withoutPoints = ({ points }: Pick<Facts, 'points'>): Block | null =>
  points > 0 ? { key: 'pointsNotTradable' } : null
const ofCustomer = ({ matchType: by }: Pick<Facts, 'matchType'>): Block | null =>
  isCustomers(by) ? null : { key: 'illegalStatusRefuses' }
const ofStaff = ({ matchType: by }: Pick<Facts, 'matchType'>): Block | null =>
  isCustomers(by) ? { key: 'illegalStatusRefuses' } : null
const uncharged = ({ deductState }: Pick<Facts, 'deductState'>): Block | null =>
  deductState === d.none ? null : { key: 'illegalStatusRefuses' }
const charged = ({ deductState }: Pick<Facts, 'deductState'>): Block | null =>
  deductState === d.due ? null : { key: 'illegalStatusRefuses' }
const handedIn = ({ handedInAt }: Pick<Facts, 'handedInAt'>): Block | null =>
  handedInAt === null ? { key: 'illegalStatusRefuses' } : null
const both =
  <A, B>(one: (facts: A) => Block | null, other: (facts: B) => Block | null) =>
  (facts: A & B): Block | null =>
    one(facts) ?? other(facts)

export const illegalSteps = machine(illegalStatuses, {
  entry: [s.unmatched, s.open],
  final: [s.closed, s.void],
  refusal: 'illegalStatusRefuses',
  steps: {
    edit: { from: [s.unmatched, s.open], to: 'same', by: 'illegal.create' },
    /** It has an order, or somebody of the merchant answers for it. */
    match: { from: [s.unmatched, s.open], to: s.open, by: 'illegal.handle' },
    /** The stretch it was matched to is another one now. */
    unmatch: { from: [s.open], to: s.unmatched, by: 'system' },
    /** The customer is told, and sees to it until the deadline. */
    notify: { from: [s.open], to: s.byCustomer, guard: ofCustomer, by: 'illegal.handle' },
    /** The merchant pays the fine for the customer, who agreed. */
    agency: {
      from: [s.open, s.byCustomer],
      to: s.byMerchant,
      guard: both(ofCustomer, withoutPoints),
      by: 'illegal.handle',
    },
    /** Whoever of the merchant drove sees to it. */
    staff: { from: [s.open], to: s.byMerchant, guard: ofStaff, by: 'illegal.handle' },
    /** The office passes it on to the renter. */
    transfer: { from: [s.open, s.byCustomer], to: s.transferring, guard: ofCustomer, by: 'illegal.handle' },
    /** The renter has been told that it is passed on, and may object from then on. */
    transferTold: {
      from: [s.transferring],
      to: 'same',
      guard: ({ told }: { readonly told: boolean }) => (told ? { key: 'illegalStatusRefuses' } : null),
      by: 'illegal.handle',
    },
    transferDone: {
      from: [s.transferring],
      to: s.toClose,
      guard: ({ told }: { readonly told: boolean }) => (told ? null : { key: 'illegalStatusRefuses' }),
      by: 'illegal.handle',
    },
    transferRefused: { from: [s.transferring], to: s.open, by: 'illegal.handle' },
    /** The customer has settled it: a proof, or the office says so. */
    proof: { from: [s.byCustomer], to: s.toClose, by: 'illegal.handle' },
    /** The customer hands in a proof by their own page, which staff look at; a late one is kept, and late all the same. */
    handIn: { from: [s.open, s.byCustomer], to: 'same', guard: ofCustomer, by: 'system' },
    /** What the customer handed in shows it. */
    accept: { from: [s.open, s.byCustomer], to: s.toClose, guard: handedIn, by: 'illegal.handle' },
    /** It does not, and the customer is asked for another. */
    refuse: { from: [s.open, s.byCustomer], to: 'same', guard: handedIn, by: 'illegal.handle' },
    /** The customer agrees by their own page to the merchant paying for them. */
    agree: { from: [s.open, s.byCustomer], to: 'same', guard: both(ofCustomer, withoutPoints), by: 'system' },
    /** The deadline passed. */
    lapse: { from: [s.byCustomer], to: s.open, by: 'system' },
    /** The merchant has settled it. */
    done: { from: [s.byMerchant], to: s.toClose, by: 'illegal.handle' },
    /** Nobody settles it: what the agreement claims is collected, the car keeps the violation. */
    offline: {
      from: [s.open],
      to: s.toClose,
      guard: ({ overdue }: Pick<Facts, 'overdue'>) => (overdue ? null : { key: 'illegalStatusRefuses' }),
      by: 'illegal.deduct',
    },
    /** The merchant paid the fine, or that was wrong. */
    pay: { from: [s.byMerchant, s.toClose], to: 'same', by: 'illegal.deduct' },
    /** What the customer owes of it is fixed; once. */
    charge: {
      from: [s.byMerchant, s.toClose],
      to: 'same',
      guard: both(ofCustomer, uncharged),
      by: 'illegal.deduct',
    },
    /** Out of a deposit; not while the customer says it was not theirs. */
    deduct: { from: [s.byMerchant, s.toClose], to: 'same', guard: charged, by: 'illegal.deduct' },
    /** The rest of the claim is given up. */
    waive: { from: [s.byMerchant, s.toClose], to: 'same', guard: charged, by: 'illegal.deduct' },
    /** Of what was collected for it something goes back. */
    refund: { from: [s.byMerchant, s.toClose, s.closed], to: 'same', by: 'illegal.refund' },
    close: {
      from: [s.toClose],
      to: s.closed,
      guard: ({ deductState }: Pick<Facts, 'deductState'>) =>
        deductState === d.due || deductState === d.failed ? { key: 'illegalUndeducted' } : null,
      by: 'illegal.handle',
    },
    /** The customer says it was not theirs. */
    appeal: { from: worked, to: s.appealed, by: 'illegal.handle' },
    appealUpheld: { from: [s.appealed], to: s.void, by: 'illegal.handle' },
    appealRejected: {
      from: [s.appealed],
      to: worked,
      choose: ({ prevStatus }: Pick<Facts, 'prevStatus'>) => (prevStatus ?? s.open) as (typeof worked)[number],
      by: 'illegal.handle',
    },
    /** The office says, with the first report of it, that it is seen to and paid: nobody has to do anything. */
    settled: { from: [s.unmatched, s.open], to: s.closed, by: 'system' },
    void: {
      from: [s.unmatched, s.open],
      to: s.void,
      guard: ({ deductState }: Pick<Facts, 'deductState'>) =>
        deductState === d.deducted ? { key: 'illegalStatusRefuses' } : null,
      by: 'illegal.handle',
    },
    /** Within {@link REOPEN_DAYS}. */
    reopen: {
      from: [s.closed],
      to: s.toClose,
      guard: ({ closedDays }: { readonly closedDays: number }) =>
        closedDays <= REOPEN_DAYS ? null : { key: 'illegalStatusRefuses' },
      by: 'illegal.deduct',
    },
  },
})

export type IllegalStatus = CodeOf<typeof illegalStatuses>
export type IllegalAction = keyof (typeof illegalSteps)['steps']

/** A customer answers for it, and not somebody of the merchant. */
export const isCustomers = (by: number | null): boolean => by === matchType.automatic || by === matchType.byHand

interface Deadline {
  readonly status: number
  readonly deadlineAt: number | null
  readonly handedInAt: number | null
}

/** The customer who sees to it has let the deadline pass: nothing was handed in that staff have still to look at. */
export const isLapsed = ({ status, deadlineAt, handedInAt }: Deadline, now: number): boolean =>
  status === s.byCustomer && handedInAt === null && deadlineAt !== null && deadlineAt <= now

/** What the customer handed in waits to be looked at. */
export const awaitsLook = ({ status, handedInAt }: Omit<Deadline, 'deadlineAt'>): boolean =>
  handedInAt !== null && (status === s.open || status === s.byCustomer)

/** The customer it is about may look at it, on a page of their own. */
export const isShownToCustomer = (status: number): boolean => status !== s.unmatched && status !== s.void

/** Somebody has it in hand, or is to take it: the page of its next step is there for it. */
export const needsHandling = (status: number): boolean =>
  status === s.open || status === s.byCustomer || status === s.byMerchant || status === s.toClose

/** Whether somebody may take the customer's proof: who handles violations, or sees to those of orders at the counter. */
export const takesProof = (held: ReadonlySet<string>): boolean =>
  held.has('illegal.handle') || held.has('illegal.record')

/** Its next step is one that somebody with these keys may take: nobody else is led to the page of it. */
export function mayHandleNext(
  one: Pick<Facts, 'matchType' | 'overdue'> & { readonly status: number; readonly awaitsLook: boolean },
  held: ReadonlySet<string>,
): boolean {
  if (!needsHandling(one.status)) return false
  if (held.has('illegal.handle')) return true
  const pays =
    can(illegalSteps, 'pay', one.status).ok ||
    (isCustomers(one.matchType) && can(illegalSteps, 'offline', one.status, one).ok)
  if (held.has('illegal.deduct') && pays) return true
  return takesProof(held) && !one.awaitsLook && can(illegalSteps, 'proof', one.status).ok
}

/** Nobody knows yet who drove. */
export const awaitsMatch = (status: number): boolean => status === s.unmatched

/** It keeps the violation deposit of its order. */
export const keepsDeposit = (status: number): boolean =>
  status !== s.unmatched && status !== s.closed && status !== s.void
export const keepingStatuses = illegalStatuses.values.filter(keepsDeposit)
/** Nothing was done with it yet: it follows the car's time by itself, and may be corrected. */
export const isFresh = (status: number): boolean => status === s.unmatched || status === s.open
export const freshStatuses = illegalStatuses.values.filter(isFresh)
/** Somebody has begun with it, and it has not ended. */
export const inHandStatuses = keepingStatuses.filter((status) => !isFresh(status))

/** The office says that nothing is open of it any more. */
export const isPaidAtOffice = (state: number): boolean => state === officialState.paid

/** What the customer owes of it is still to be collected. */
export const isDue = (state: number): boolean => state === d.due

/**
 * The tabs of the list. What the customer handed in, and what nobody handed in until the deadline, is the merchant's to see to: it
 * stands among those that are open.
 */
export const illegalGroups = {
  todo: [s.unmatched, s.open],
  running: [s.byCustomer, s.byMerchant, s.appealed, s.transferring],
  toClose: [s.toClose],
  ended: [s.closed, s.void],
} as const satisfies Record<string, readonly IllegalStatus[]>
export type IllegalGroup = keyof typeof illegalGroups

/** For so long after its end a violation may be opened again. */
export const REOPEN_DAYS = 30

export const MAX_POINTS = 12
export const MAX_EVIDENCE = 9
/** Done with at once. */
export const MAX_BATCH = 50

/** What was done with a violation, as its history keeps it. */
export interface IllegalLog {
  /** Epoch ms. */
  readonly at: number
  readonly by: string
  readonly action: IllegalAction | 'create' | 'merge' | 'moved'
  readonly note: string
}

export const illegalWords: Readonly<Record<IllegalLog['action'], string>> = {
  create: '录入违章',
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

/** What customers do themselves, whoever's context it is done in. */
export const isByCustomer = (action: IllegalLog['action']): boolean => action === 'handIn' || action === 'agree'

/** What was done, in words; lists of offices tell it by its code alone sometimes. */
export const actText = ({ act, actCode }: { readonly act: string; readonly actCode: string }): string =>
  act || (actCode === '' ? '未注明行为' : `违法代码${actCode}`)

/** A violation as two reports of it are compared. */
export interface Reported {
  readonly plate: string
  readonly occurAt: number
  readonly actCode: string
  readonly docNo: string | null
  /** Fen; null: the office has not said how much. */
  readonly fine: number | null
}

/**
 * Whether two reports are about one violation: the same number and the same plate or minute (a number alone is not enough: spreadsheets
 * round them, and several become one); else plate and minute with the act, or with the fine where an act is missing.
 */
export function isSame(a: Reported, b: Reported): boolean {
  const [samePlate, sameMinute] = [a.plate === b.plate, a.occurAt === b.occurAt]
  if (a.docNo !== null && a.docNo === b.docNo && (samePlate || sameMinute)) return true
  if (!samePlate || !sameMinute) return false
  if (a.actCode !== '' && b.actCode !== '') return a.actCode === b.actCode
  return a.fine === null || b.fine === null || a.fine === b.fine
}

/** A fine as people read it. */
export const fineText = (fine: number | null): string => (fine === null ? '待裁决' : formatMoney(fine))
