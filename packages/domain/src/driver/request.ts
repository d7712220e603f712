import { type CodeOf, enumeration } from '../enumeration.ts'
import { DAY, type Instant } from '../time.ts'

/*
 * What customers may ask of whoever keeps their data (个人信息保护法 §44–47), entered by staff.
 */

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

/** By when it has to be answered: 15 days, as the law's commentaries and the standards have it. */
export const requestDueAt = (askedAt: Instant): Instant => askedAt + 15 * DAY

/** Name of whoever was deleted; their orders stay under it. */
export const ERASED_NAME = '已删除客户'

/** What keeps a customer's data from being deleted: how many of each. */
export interface OpenWithPerson {
  readonly running: number
  readonly owed: number
  readonly deposits: number
  readonly unsettled: number
  readonly held: number
}

const openWords: Readonly<Record<keyof OpenWithPerson, string>> = {
  running: '未完成订单',
  owed: '欠款订单',
  deposits: '押金未退订单',
  unsettled: '未结清订单',
  held: '保全中订单',
}

/** It in the words of a refusal: 未完成订单1个、欠款订单2个; '' when nothing is open. */
export const openWithPerson = (open: OpenWithPerson): string =>
  (Object.keys(openWords) as (keyof OpenWithPerson)[])
    .flatMap((key) => (open[key] > 0 ? [`${openWords[key]}${open[key]}个`] : []))
    .join('、')
