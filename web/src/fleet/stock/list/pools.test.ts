import { expect, it } from 'vitest'
import { daysFrom, type Pool, shownPools, sumsOf } from './pools.ts'

const day = (spare: number, free: number) => ({
  date: '2026-11-20',
  total: 4,
  ordered: 4 - spare,
  ticketed: 0,
  stopped: 0,
  spare,
  free,
  closedFor: [],
})
const pool = (name: string, ...days: ReturnType<typeof day>[]) => ({ name, days }) as unknown as Pool
const pools = [pool('大众朗逸', day(2, 2), day(-1, 0)), pool('比亚迪秦PLUS', day(0, 0), day(1, 1))]
const names = (found: readonly Pool[]) => found.map(({ name }) => name)

it('models are found by words, by an oversold day, and by what is free now', () => {
  expect(names(shownPools(pools, ' plus', 'all'))).toEqual(['比亚迪秦PLUS'])
  expect(names(shownPools(pools, '', 'oversold'))).toEqual(['大众朗逸'])
  expect(names(shownPools(pools, '', 'free'))).toEqual(['大众朗逸'])
})

it('the figures are those of the first day', () => {
  expect(sumsOf(pools)).toEqual({ total: 8, ordered: 6, ticketed: 0, stopped: 0, free: 2 })
})

it('days that were turned to are taken from an answer that holds them', () => {
  const dated = (date: string) => ({ ...day(1, 1), date })
  const told = [pool('大众朗逸', ...['2026-11-20', '2026-11-21', '2026-11-22'].map(dated))]
  const datesFrom = (from: string) => daysFrom(told, from, 2).map(({ days }) => days.map(({ date }) => date))
  expect(datesFrom('2026-11-20')).toEqual([['2026-11-20', '2026-11-21']])
  expect(datesFrom('2026-11-22')).toEqual([['2026-11-22']])
  expect(daysFrom(told, '2026-11-23', 2)).toEqual(told)
})
