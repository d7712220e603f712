import { type CodeOf, enumeration } from '../../enumeration.ts'
import { DAY, type Instant } from '../../time.ts'

/* Requests of customers about their personal data (个人信息保护法 §44–47), entered by staff. */

export const requestKinds = enumeration({
  copy: [1, '查阅复制'],
  correct: [2, '更正'],
  erase: [3, '删除'],
  withdraw: [4, '撤回同意'],
})
export const requestKind = requestKinds.code
export type RequestKind = CodeOf<typeof requestKinds>

export const requestStatuses = enumeration({ open: [0, '待处理'], done: [1, '已办理'], refused: [2, '未予办理'] })
export const requestStatus = requestStatuses.code
export type RequestStatus = CodeOf<typeof requestStatuses>

export const isRequestOpen = (status: RequestStatus): boolean => status === requestStatus.open

/** Deadline of the answer: 15 days, by the practice of the law and its standards. */
export const requestDueAt = (askedAt: Instant): Instant => askedAt + 15 * DAY

/** Name of a customer after deletion; their orders remain stored under it. */
export const ERASED_NAME = '已删除客户'

/** Open business that blocks the deletion of a customer's data, as counts. */
export interface OpenWithPerson {
  readonly running: number
  readonly owed: number
  readonly deposits: number
  readonly unsettled: number
  /** With an accident that an insurer has not settled. */
  readonly insured: number
  readonly held: number
}

const openWords: Readonly<Record<keyof OpenWithPerson, string>> = {
  running: '未完成订单',
  owed: '欠款订单',
  deposits: '押金未退订单',
  unsettled: '未结清订单',
  insured: '保险案件未结订单',
  held: '保全中订单',
}

/** The open business as text: 未完成订单1个、欠款订单2个; '' when there is none. */
export const openWithPerson = (open: OpenWithPerson): string =>
  (Object.keys(openWords) as (keyof OpenWithPerson)[])
    .flatMap((key) => (open[key] > 0 ? [`${openWords[key]}${open[key]}个`] : []))
    .join('、')
