import { expect, it } from 'vitest'
import { type Row, table, verdictOf } from './report.ts'

const row = (given: Partial<Row>): Row => ({ id: 'x', name: 'x', ours: 1, unit: '', bar: { most: 1 }, ...given })

it('judges the ratio where there is one, else the figure', () => {
  expect(verdictOf(row({ ours: 5, ratio: 0.9 }))).toBe('ok')
  expect(verdictOf(row({ ours: 0.5, ratio: 1.1 }))).toBe('miss')
  expect(verdictOf(row({ ours: 1 }))).toBe('ok')
  expect(verdictOf(row({ ours: 1.01 }))).toBe('miss')
  expect(verdictOf(row({ ours: 0.5, bar: { least: 0.55 } }))).toBe('miss')
})

it('does not judge what was not measured', () => {
  expect(verdictOf(row({ ours: null }))).toBe('skipped')
})

it('counts Chinese characters as two columns', () => {
  expect(
    table([
      ['项目', 'a'],
      ['ab', 'b'],
    ]),
  ).toBe('\n项目  a\n────  ─\nab    b')
})
