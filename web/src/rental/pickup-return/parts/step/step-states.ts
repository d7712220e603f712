import { LAST_STEP } from '@cheyi/domain/rental/pickup-return/steps'
import type { Task } from '../types.ts'

/** Progress of the flow, without the final confirmation. */
export function progressOf(steps: readonly Pick<Task['steps'][number], 'step' | 'state'>[]): {
  readonly done: number
  readonly all: number
} {
  const counted = steps.filter(({ step }) => step < LAST_STEP)
  return { done: counted.filter(({ state }) => state === 'done').length, all: counted.length }
}
