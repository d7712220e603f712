import { expect, it } from 'vitest'
import { leftWords } from './approval-words.ts'

it.each([
  [600_000, '10分00秒'],
  [545_000, '9分05秒'],
  [59_001, '1分00秒'],
  [1, '1秒'],
  [-5, '0秒'],
])('%i ms are %s', (ms, words) => expect(leftWords(ms)).toBe(words))
