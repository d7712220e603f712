import { expect, it } from 'vitest'
import { storeScope } from './codes.ts'
import { type AccountEntry, accountProblems } from './form.ts'

const entry: AccountEntry = { storeScope: storeScope.all, storeIds: [], isDriver: false }

it('accepts a complete entry', () => expect(accountProblems(entry)).toEqual({}))

it.each<[string, Partial<AccountEntry>, object]>([
  ['some stores, none chosen', { storeScope: storeScope.listed }, { storeIds: '请选择门店' }],
  ['own orders, of no store', { storeScope: storeScope.own }, { storeIds: '请选择门店' }],
  [
    'a driver without a licence',
    { isDriver: true },
    { driverLicenceNo: '请输入驾驶证号', driverLicenceExpireOn: '请选择驾驶证有效期' },
  ],
])('%s', (_, change, problems) => expect(accountProblems({ ...entry, ...change })).toEqual(problems))

it('does not require the licence number when one is already stored', () => {
  const driver = { ...entry, isDriver: true, driverLicenceExpireOn: '2030-01-01' }
  expect(accountProblems(driver, { licenceKept: true })).toEqual({})
})
