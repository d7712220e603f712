import { LAST_STEP, stepState } from '@cheyi/domain/pickup-return/steps'
import type { Block, HandoverRecord, Task } from '../handover.ts'

type TaskStep = Task['steps'][number]
export type ShownStep = Pick<TaskStep, 'step' | 'name' | 'state'>

/** The steps as they stand after the last save, which may be newer than the task they came with. */
export const shownSteps = (
  { steps }: Pick<Task, 'steps'>,
  record: Pick<HandoverRecord, 'stepDone'> | null,
  blocks: readonly Block[],
): ShownStep[] =>
  steps.map(({ step, name }) => ({ step, name, state: stepState(step, record?.stepDone ?? [], blocks) }))

/** How far the flow is; the confirmation, which ends it, does not count. */
export function progressOf(steps: readonly Pick<ShownStep, 'step' | 'state'>[]): {
  readonly done: number
  readonly all: number
} {
  const counted = steps.filter(({ step }) => step < LAST_STEP)
  return { done: counted.filter(({ state }) => state === 'done').length, all: counted.length }
}
