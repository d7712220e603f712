import { flowSteps } from '@cheyi/domain/pickup-return/steps'
import { expect, it } from 'vitest'
import type { Task } from '../handover.ts'
import { progressOf, shownSteps } from './step-states.ts'

const steps = flowSteps(0).map((one) => ({ ...one, state: 'todo' as const, hint: null })) as Task['steps']

it('a step gone through with something open needs care and does not count as done', () => {
  const shown = shownSteps({ steps }, { stepDone: [1, 2] }, [{ code: 'a', text: '', step: 2, overridable: false }])
  expect(shown.slice(0, 3).map(({ state }) => state)).toEqual(['done', 'attention', 'todo'])
  expect(progressOf(shown)).toEqual({ done: 1, all: 8 })
})

it('nothing is done before the first save', () => {
  expect(progressOf(shownSteps({ steps }, null, []))).toEqual({ done: 0, all: 8 })
})
