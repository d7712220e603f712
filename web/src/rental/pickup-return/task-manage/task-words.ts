import { LAST_STEP, nextStepOf } from '@cheyi/domain/rental/pickup-return/steps'
import { withoutMoney } from '../parts/step/step-check.ts'
import type { Task } from '../parts/types.ts'

/** The step to continue with. */
export const nextStep = (task: Pick<Task, 'record' | 'blocking'>): number =>
  nextStepOf(task.record?.stepDone ?? [], task.blocking)

/**
 * Why the handover cannot be completed yet; null when it can. Money and the return document are settled by the confirmation itself and do
 * not block it.
 */
export function notReady(task: Pick<Task, 'blocking'>, mayOverride: boolean): string | null {
  const left = withoutMoney(task.blocking).filter(({ step }) => step < LAST_STEP)
  const block = left.find(({ overridable }) => !overridable || !mayOverride)
  return block === undefined ? null : left.length > 1 ? `${block.text}等 ${left.length} 项未完成` : block.text
}
