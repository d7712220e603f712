import { expect, it } from 'vitest'
import { verdictOf } from '../report/report.ts'
import { grown } from './growth.ts'

const round = (small: number, large: number) => ({
  small: { node: small, postgres: small, p50: small * 3 },
  large: { node: large, postgres: large, p50: large * 3 },
})

it('compares within each round and takes the median', () => {
  // The machine was busy in the second round, for both alike, and in the third for the large one alone.
  const [p50] = grown('list', [round(10, 11), round(100, 110), round(10, 90)], { small: 133, large: 134 })
  expect(p50).toMatchObject({ id: 'list.grown.p50', ours: 270, bare: 30, note: '缓冲页 133 → 134' })
  expect(p50!.ratio).toBeCloseTo(1.1)
  expect(verdictOf(p50!)).toBe('ok')
})

it('is missed by more than 15 %', () => {
  const rows = grown('create', [round(10, 12)], { small: 1, large: 1 })
  expect(rows.map(verdictOf)).toContain('miss')
})
