import { type CodeOf, enumeration } from '../../enumeration.ts'
import { type Guard, machine } from '../../step.ts'
import { DAY, type Instant, localDate, startOfDate } from '../../time.ts'

/** Status of a user: `locked` is set by the platform, `cancelling` and `cancelled` by the user. */
export const userStatuses = enumeration({
  locked: [0, '已冻结'],
  normal: [1, '正常'],
  cancelling: [2, '注销中'],
  cancelled: [3, '已注销'],
})
export const userStatus = userStatuses.code
export type UserStatus = CodeOf<typeof userStatuses>

/** Locked by the platform. */
export const isLocked = (status: number): boolean => status === userStatus.locked
/** Cancellation was requested and can still be withdrawn. */
export const isCoolingOff = (status: number): boolean => status === userStatus.cancelling
/** May sign in, also during the cooling-off period. */
export const mayEnter = (status: number): boolean => status === userStatus.normal || isCoolingOff(status)

/** Days in which a requested cancellation can be withdrawn. */
export const COOLING_DAYS = 15

/** Open business of an account, with the labels shown to its owner. */
export interface OpenBusiness {
  readonly label: string
  readonly count: number
}

/** Business that keeps an account open, and its label: of a whole merchant, for its owner, and of an employee. */
export const openBusinessLabels = {
  merchant: {
    orders: '未完结订单',
    deposits: '未退还租车押金',
    violations: '未退还违章押金',
    balances: '未结清账款',
    channels: '已启用渠道',
  },
  employee: { tasks: '未完成送取车任务' },
} as const

interface Facts {
  readonly open: readonly OpenBusiness[]
}

export const blocksOf = (open: readonly OpenBusiness[]): string =>
  open
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${label}${count}项`)
    .join('、')

const nothingOpen: Guard<Facts> = ({ open }) => {
  const list = blocksOf(open)
  return list === '' ? null : { key: 'cancelBlocked', detail: { 事项: '注销', 清单: list } }
}

/** State machine of a cancellation: requested, cooling-off period, done. Business that becomes open meanwhile drops it. */
export const cancellationSteps = machine(userStatuses, {
  entry: [userStatus.normal, userStatus.locked],
  final: [userStatus.cancelled, userStatus.locked],
  refusal: 'stale',
  steps: {
    apply: { from: [userStatus.normal], to: userStatus.cancelling, guard: nothingOpen },
    withdraw: { from: [userStatus.cancelling], to: userStatus.normal },
    /** Business became open during the cooling-off period. */
    drop: { from: [userStatus.cancelling], to: userStatus.normal },
    complete: { from: [userStatus.cancelling], to: userStatus.cancelled, guard: nothingOpen },
  },
})

/** The start of the day on which a cancellation takes effect, after the whole days of the cooling-off period. */
export const cancelAtOf = (now: Instant): Instant => startOfDate(localDate(now + (COOLING_DAYS + 1) * DAY))
