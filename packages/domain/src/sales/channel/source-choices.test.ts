import { expect, it } from 'vitest'
import { offeredSources } from './source-choices.ts'

it("offers offline, the merchant's channels and those of the record, each once and in order", () => {
  expect(offeredSources([])).toEqual([1])
  expect(offeredSources([10, 2])).toEqual([1, 2, 10])
  expect(offeredSources([2], [7, 2, 1])).toEqual([1, 2, 7])
})
