import { storeScope } from '@cheyi/domain/platform/account/codes'
import { expect, it } from 'vitest'
import { accountAdd } from '../../../form/calls/account-add.gen.ts'
import { sendable } from '../../../form/form-call.ts'
import { type AccountEntry, emptyEntry, inputOfEntry } from './entry.ts'

const entry = { ...emptyEntry, name: ' 陈思远 ', roleIds: ['7'], storeIds: ['1'] }
const sent = (given: AccountEntry) => sendable(accountAdd.fields, inputOfEntry(given))

it('sends neither stores nor a licence that do not count', () => {
  expect(sent(entry)).toEqual({
    name: '陈思远',
    mobile: '',
    jobNo: '',
    roleIds: ['7'],
    storeScope: storeScope.all,
    storeIds: [],
    isDriver: false,
    remark: '',
  })
})

it('sends a licence number only when it is typed anew', () => {
  const driver = { ...entry, isDriver: true, driverLicenceExpireOn: '2030-01-01' }
  expect(sent(driver)).not.toHaveProperty('driverLicenceNo')
  expect(sent({ ...driver, driverLicenceNo: ' 310 ' })).toMatchObject({ driverLicenceNo: '310' })
})
