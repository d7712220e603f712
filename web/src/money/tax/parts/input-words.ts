import { inputState } from '@cheyi/domain/money/tax/codes'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type TaxInput = OutputOf<typeof calls.tax.inputs>['list'][number]

export const inputTones: Readonly<Record<TaxInput['state'], Tone>> = {
  [inputState.none]: 'neutral',
  [inputState.waiting]: 'warning',
  [inputState.chosen]: 'success',
}
