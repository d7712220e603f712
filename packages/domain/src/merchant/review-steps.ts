import { type Block, type Guard, machine } from '../step.ts'
import { merchantStatus as m, merchantStatuses } from './codes.ts'

interface WhyFacts {
  /** What the merchant is told. */
  readonly note: string
}

const needsReason: Guard<WhyFacts> = ({ note }): Block | null =>
  note.trim() === '' ? { key: 'badInput', detail: { 字段: '请填写原因', field: 'note' } } : null

/**
 * What the platform does to a merchant. One under review that is refused stays there and reads why; a suspended one
 * brings its running orders to their end; a closed one stays closed.
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
    /** Its contract ran out. */
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
