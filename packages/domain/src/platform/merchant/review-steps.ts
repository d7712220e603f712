import { type Block, type Guard, machine } from '../../step.ts'
import { merchantStatus as m, merchantStatuses } from './codes.ts'

interface WhyFacts {
  /** The reason that the merchant is shown. */
  readonly note: string
}

const needsReason: Guard<WhyFacts> = ({ note }): Block | null =>
  note.trim() === '' ? { key: 'badInput', detail: { 字段: '请填写原因', field: 'note' } } : null

/**
 * State machine of a merchant, driven by the platform. A rejected merchant remains under review and sees the
 * reason; a suspended one finishes its running orders; a closed one cannot be reopened.
 */
export const merchantSteps = machine(merchantStatuses, {
  entry: [m.reviewing, m.normal],
  final: [m.closed],
  refusal: 'stale',
  steps: {
    approve: { from: [m.reviewing], to: m.normal },
    reject: { from: [m.reviewing], to: 'same', guard: needsReason },
    suspend: { from: [m.normal], to: m.suspended, guard: needsReason },
    resume: { from: [m.suspended], to: m.normal },
    /** Its contract expired. */
    expire: { from: [m.normal], to: m.suspended },
    close: { from: [m.reviewing, m.normal, m.suspended], to: m.closed },
  },
})

export const reviewActions = ['approve', 'reject', 'suspend', 'resume'] as const
export type ReviewAction = (typeof reviewActions)[number]
export const reviewActionNames: Readonly<Record<ReviewAction, string>> = {
  approve: '通过',
  reject: '驳回',
  suspend: '停用',
  resume: '恢复',
}
