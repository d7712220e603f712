import { type CodeOf, enumeration } from '../enumeration.ts'
import { type Guard, machine } from '../step.ts'
import { DAY, type Instant, localDate, startOfDate } from '../time.ts'

/** The life of a user: locked is the platform's doing, cancelling and cancelled are their own. */
export const userStatuses = enumeration({
  locked: [0, '已冻结'],
  normal: [1, '正常'],
  cancelling: [2, '注销中'],
  cancelled: [3, '已注销'],
})
export const userStatus = userStatuses.code
export type UserStatus = CodeOf<typeof userStatuses>

/** Frozen by the platform. */
export const isLocked = (status: number): boolean => status === userStatus.locked
/** Asked to be cancelled, and may still think again. */
export const isCoolingOff = (status: number): boolean => status === userStatus.cancelling
/** May sign in: also who still cools off. */
export const mayEnter = (status: number): boolean => status === userStatus.normal || isCoolingOff(status)

/** Days in which whoever asked to be cancelled may think again. */
export const COOLING_DAYS = 15

/** What still hangs on an account, by the words its owner reads. */
export interface OpenBusiness {
  readonly label: string
  readonly count: number
}

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

/** Cancelling oneself: asked for, cooled off, done. What came open meanwhile ends it without effect. */
export const cancellationSteps = machine(userStatuses, {
  entry: [userStatus.normal, userStatus.locked],
  final: [userStatus.cancelled, userStatus.locked],
  refusal: 'stale',
  steps: {
    apply: { from: [userStatus.normal], to: userStatus.cancelling, guard: nothingOpen },
    withdraw: { from: [userStatus.cancelling], to: userStatus.normal },
    /** Business came open while it cooled off. */
    drop: { from: [userStatus.cancelling], to: userStatus.normal },
    complete: { from: [userStatus.cancelling], to: userStatus.cancelled, guard: nothingOpen },
  },
})

/** The start of the day on which it takes effect, so many whole days after it was asked for. */
export const cancelAtOf = (now: Instant): Instant => startOfDate(localDate(now + (COOLING_DAYS + 1) * DAY))
