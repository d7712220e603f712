import { flowSteps } from '@cheyi/domain/rental/pickup-return/steps'
import { expect, it } from 'vitest'
import type { Task } from '../types.ts'
import { progressOf } from './step-states.ts'

const steps = flowSteps(0).map((one) => ({ ...one, state: 'todo' as const, hint: null })) as Task['steps']

it('a step gone through with something open needs care and does not count as done, nor does the confirmation', () => {
  const states = ['done', 'attention', ...Array(6).fill('todo'), 'done'] as const
  expect(progressOf(steps.map((one, i) => ({ ...one, state: states[i]! })))).toEqual({ done: 1, all: 8 })
  expect(progressOf(steps)).toEqual({ done: 0, all: 8 })
})
