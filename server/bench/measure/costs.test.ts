import { expect, it } from 'vitest'
import { verdictOf } from '../report/report.ts'
import { type Cost, costLines, costRows } from './costs.ts'

const cost = (buffers: number, ofList?: number): Cost => ({
  counts: { buffers, rows: 400, flights: 11, statements: 12, versions: 3, wal: 1234, json: 0 },
  ...(ofList === undefined ? {} : { cpu: { node: 1, postgres: 2, list: 0.5, ofList } }),
})

it('judges the CPU of each call that has a bar', () => {
  const rows = costRows({ list: cost(9999, 1), free: cost(401, 6), create: cost(9999, 6.01) })
  expect(rows.map((row) => [row.id, verdictOf(row)])).toEqual([
    ['free.cpu', 'ok'],
    ['create.cpu', 'miss'],
  ])
})

it('leaves out the CPU where no system tells it', () => {
  const rows = costRows({ home: cost(600) })
  expect(rows.map((row) => [row.id, verdictOf(row)])).toEqual([['home.cpu', 'skipped']])
})

it('prints a line of all counts for each call', () => {
  const [head, line] = costLines({ home: cost(1600, 7.5) })
  expect(line).toHaveLength(head!.length)
  const counts = ['1,600', '400', '11', '12', '3', '1.2 kB', '0']
  expect(line).toEqual(['工作台', ...counts, '7.50 ×', '1.00 ms', '2.00 ms', '0.50 ms'])
})
