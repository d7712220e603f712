import { LAST_STEP } from '@cheyi/domain/rental/pickup-return/steps'
import type { Task } from '../handover.ts'

/** How far the flow is; the confirmation, which ends it, does not count. */
export function progressOf(steps: readonly Pick<Task['steps'][number], 'step' | 'state'>[]): {
  readonly done: number
  readonly all: number
} {
  const counted = steps.filter(({ step }) => step < LAST_STEP)
  return { done: counted.filter(({ state }) => state === 'done').length, all: counted.length }
}
