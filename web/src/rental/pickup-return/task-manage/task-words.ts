import { LAST_STEP, nextStepOf } from '@cheyi/domain/rental/pickup-return/steps'
import type { Tone } from '../../../ui/show/tag.tsx'
import type { Task } from '../parts/handover.ts'
import { withoutMoney } from '../parts/step/step-check.ts'

type TaskStep = Task['steps'][number]

/** The states of a step, as shown in the list. */
export const stateMarks: Readonly<Record<TaskStep['state'], { readonly text: string; readonly tone: Tone }>> = {
  todo: { text: '未完成', tone: 'neutral' },
  done: { text: '已完成', tone: 'success' },
  attention: { text: '需处理', tone: 'warning' },
}

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
