import { flowKinds } from '@cheyi/domain/money/payment/codes'
import { expect, it } from 'vitest'
import { chips } from './chips-filter.tsx'
import { linkedFilter, pick, pickCode, seldom } from './list-page.tsx'
import { period } from './period-filter.tsx'

const none = () => []
const [kind] = flowKinds.values

it.each([
  ['a code', pickCode('kind', '款项', flowKinds), { kind: String(kind) }, kind],
  ['a code that the address does not have', pickCode('kind', '款项', flowKinds), {}, undefined],
  ['a code that is none', pickCode('kind', '款项', flowKinds), { kind: '999999' }, undefined],
  ['a chip', chips('kind', '款项', flowKinds), { kind: String(kind) }, kind],
  ['a chip that is none', chips('kind', '款项', flowKinds), { kind: 'x' }, undefined],
  ['one of a list', pick('storeId', '门店', '全部门店', none), { storeId: '7' }, '7'],
  ['all of a list', pick('storeId', '门店', '全部门店', none), { storeId: '' }, undefined],
  ['one of a list, as the call takes it', pick('on', '启用', '全部', none, (text) => text === '1'), { on: '0' }, false],
  ['what a link sets', linkedFilter('orderId'), { orderId: '9' }, '9'],
  [
    'a period',
    period('dateRange', 'from', 'to'),
    { from: '2026-01-01', to: '2026-01-31' },
    ['2026-01-01', '2026-01-31'],
  ],
  ['a period without an end', period('dateRange', 'from', 'to'), { from: '2026-01-01' }, undefined],
  ['what is rarely asked', seldom(linkedFilter('orderId')), { orderId: '9' }, '9'],
])('a filter reads %s from the address', (_, filter, address, value) => {
  expect(filter.read(address as never)).toEqual(value)
})
