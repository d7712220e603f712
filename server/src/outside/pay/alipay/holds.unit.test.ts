import { expect, it } from 'vitest'
import { freezeOf } from './holds.ts'

const standing = { status: 'SUCCESS', order_status: 'AUTHORIZED', amount: '3000.00', auth_no: '2026' }

it.each([
  ['all of it', { rest_amount: '3000.00' }, 'held', 300_000],
  ['a part', { rest_amount: '1200.50' }, 'held', 120_050],
  [
    'credit, named apart',
    { rest_amount: '0.00', rest_credit_amount: '3000.00', rest_fund_amount: '0.00' },
    'held',
    300_000,
  ],
  ['credit and money', { rest_credit_amount: '2000.00', rest_fund_amount: '1000.00' }, 'held', 300_000],
  ['nothing that is said', {}, 'held', null],
  ['a freeze that stands and holds nothing contradicts itself', { rest_amount: '0.00' }, 'held', null],
  ['closed', { order_status: 'CLOSED', rest_amount: '0.00' }, 'closed', null],
  ['at its end', { order_status: 'FINISH', rest_amount: '0.00' }, 'closed', null],
] as const)('what Alipay still holds: %s', (_, said, state, restFen) => {
  expect(freezeOf({ ...standing, ...said })).toMatchObject({ state, restFen })
})
