import { expect, it } from 'vitest'
import { storeScope } from './codes.ts'
import { type AccountEntry, accountProblems } from './form.ts'

const entry: AccountEntry = {
  name: '陈思远',
  mobile: '13900000001',
  jobNo: '',
  roleIds: ['1'],
  storeScope: storeScope.all,
  storeIds: [],
  isDriver: false,
  driverLicenceNo: '',
  driverLicenceExpireOn: '',
  remark: '',
}

it('asks for nothing more of a sound entry', () => expect(accountProblems(entry)).toEqual({}))

it.each<[string, Partial<AccountEntry>, object]>([
  ['no name', { name: '' }, { name: '请输入姓名' }],
  ['a name of one sign', { name: '陈' }, { name: '姓名为2-20个字' }],
  ['no mobile', { mobile: '' }, { mobile: '请输入手机号' }],
  ['half a mobile', { mobile: '139' }, { mobile: '手机号格式不正确' }],
  ['no role', { roleIds: [] }, { roleIds: '请选择角色' }],
  ['six roles', { roleIds: ['1', '2', '3', '4', '5', '6'] }, { roleIds: '角色最多5个' }],
  ['some stores, none chosen', { storeScope: storeScope.listed }, { storeIds: '请选择门店' }],
  ['own orders, of no store', { storeScope: storeScope.own }, { storeIds: '请选择门店' }],
  [
    'a driver without a licence',
    { isDriver: true },
    { driverLicenceNo: '请输入驾驶证号', driverLicenceExpireOn: '请选择驾驶证有效期' },
  ],
])('%s', (_, change, problems) => expect(accountProblems({ ...entry, ...change })).toEqual(problems))

it('does not ask again for a licence that is kept', () => {
  const driver = { ...entry, isDriver: true, driverLicenceExpireOn: '2030-01-01' as const }
  expect(accountProblems(driver, { licenceKept: true })).toEqual({})
})
