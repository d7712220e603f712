import { type CodeOf, enumeration } from '../../enumeration.ts'

/** `invited`: added by an editor, without any rights until the account holder confirms the invitation. */
export const accountStatuses = enumeration({ enabled: [1, '启用'], disabled: [0, '停用'], invited: [2, '待确认'] })
export const accountStatus = accountStatuses.code
/** Statuses that an editor may set; only the account holder can confirm an invitation. */
export const switchedStatuses = [accountStatus.enabled, accountStatus.disabled] as const
export type AccountStatus = CodeOf<typeof accountStatuses>

export const isEnabled = (status: number): boolean => status === accountStatus.enabled
export const isDisabled = (status: number): boolean => status === accountStatus.disabled
export const isInvited = (status: number): boolean => status === accountStatus.invited

/** Which rows an account may read. */
export const storeScopes = enumeration({ all: [0, '全部门店'], listed: [1, '指定门店'], own: [2, '仅本人'] })
export const storeScope = storeScopes.code
export type StoreScope = CodeOf<typeof storeScopes>

/** State of an action that needs a second person. */
export const approvalStates = enumeration({
  waiting: [0, '待复核'],
  passed: [1, '已通过'],
  refused: [2, '已拒绝'],
  expired: [3, '已过期'],
})
export const approvalState = approvalStates.code

/** The request is undecided and has not expired. */
export const awaitsDecision = (state: number): boolean => state === approvalState.waiting
export const isPassed = (state: number): boolean => state === approvalState.passed
export const isRefused = (state: number): boolean => state === approvalState.refused
export const isExpired = (state: number): boolean => state === approvalState.expired
