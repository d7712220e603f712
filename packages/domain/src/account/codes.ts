import { type CodeOf, enumeration } from '../enumeration.ts'

/** `invited`: whoever was added has not confirmed it yet, and so may nothing. */
export const accountStatuses = enumeration({ enabled: [1, '启用'], disabled: [0, '停用'], invited: [2, '待确认'] })
export const accountStatus = accountStatuses.code
/** Between these an editor switches; an invitation is confirmed by its holder alone. */
export const switchedStatuses = [accountStatus.enabled, accountStatus.disabled] as const
export type AccountStatus = CodeOf<typeof accountStatuses>

/** Which rows an account sees. */
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
