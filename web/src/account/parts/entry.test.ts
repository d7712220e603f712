import { storeScope } from '@cheyi/domain/account/codes'
import { expect, it } from 'vitest'
import { emptyEntry, sentOf, wordsOf } from './entry.ts'

const entry = { ...emptyEntry, name: ' 陈思远 ', roleIds: ['7'], storeIds: ['1'] }

it('sends neither stores nor a licence that do not count', () => {
  expect(sentOf(entry)).toEqual({
    name: '陈思远',
    jobNo: '',
    roleIds: ['7'],
    storeScope: storeScope.all,
    storeIds: [],
    isDriver: false,
    remark: '',
  })
})

it('sends a licence number only when it is typed anew', () => {
  const driver = { ...entry, isDriver: true, driverLicenceExpireOn: '2030-01-01' as const }
  expect(sentOf(driver)).not.toHaveProperty('driverLicenceNo')
  expect(sentOf({ ...driver, driverLicenceNo: ' 310 ' })).toMatchObject({ driverLicenceNo: '310' })
})

it('reads ids by their names', () => {
  const names = new Map([['7', '店员']])
  expect(wordsOf('roleIds', entry, names)).toBe('店员')
  expect(wordsOf('storeScope', entry, names)).toBe('全部门店')
  expect(wordsOf('isDriver', entry, names)).toBe('否')
  expect(wordsOf('remark', entry, names)).toBe('（空）')
})
