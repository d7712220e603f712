import { describe, expect, it } from 'vitest'
import { openDebt } from './open.ts'

const posted = [
  { id: '1', amount: 18300 },
  { id: '2', amount: 13332 },
]

describe('openDebt', () => {
  it.each([
    ['nothing owed', 0, {}, 0],
    ['a credit', -500, {}, 0],
    ['part of the newest', 5000, { 2: 5000 }, 0],
    ['the newest and part of the one before', 15000, { 1: 1668, 2: 13332 }, 0],
    ['everything', 31632, { 1: 18300, 2: 13332 }, 0],
    ['rent on top', 40000, { 1: 18300, 2: 13332 }, 8368],
  ])('%s', (_, owed, expenses, rest) => {
    const open = openDebt(posted, owed)
    expect(Object.fromEntries(open.expenses)).toEqual(expenses)
    expect(open.rest).toBe(rest)
  })
})
