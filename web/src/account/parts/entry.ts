import type { account } from '@cheyi/contract/account'
import type { InputOf } from '@cheyi/contract/call'
import { storeScope, storeScopes } from '@cheyi/domain/account/codes'
import type { AccountEntry } from '@cheyi/domain/account/form'
import type { AccountDetail } from './account-words.ts'

/*
 * What the form of an employee holds, and what is sent of it.
 */

export const emptyEntry: AccountEntry = {
  name: '',
  mobile: '',
  jobNo: '',
  roleIds: [],
  storeScope: storeScope.all,
  storeIds: [],
  isDriver: false,
  driverLicenceNo: '',
  driverLicenceExpireOn: '',
  remark: '',
}

/** The licence number is not shown again: what is typed takes its place. */
export const entryOf = (stored: AccountDetail): AccountEntry => ({
  name: stored.name,
  mobile: stored.mobile,
  jobNo: stored.jobNo,
  roleIds: stored.roles.map(({ id }) => id),
  storeScope: stored.storeScope,
  storeIds: stored.stores.map(({ id }) => id),
  isDriver: stored.isDriver,
  driverLicenceNo: '',
  driverLicenceExpireOn: (stored.driverLicenceExpireOn ?? '') as AccountEntry['driverLicenceExpireOn'],
  remark: stored.remark,
})

type Sent = Omit<InputOf<typeof account.edit>, 'id' | 'version'>

/** Texts without their edges; stores and licence only where they count. */
export function trimmed(entry: AccountEntry): AccountEntry {
  const { name, mobile, jobNo, driverLicenceNo, remark } = entry
  return {
    ...entry,
    name: name.trim(),
    mobile: mobile.trim(),
    jobNo: jobNo.trim(),
    driverLicenceNo: driverLicenceNo.trim(),
    remark: remark.trim(),
  }
}

export function sentOf(given: AccountEntry): Sent {
  const entry = trimmed(given)
  return {
    name: entry.name,
    jobNo: entry.jobNo,
    roleIds: [...entry.roleIds],
    storeScope: entry.storeScope,
    storeIds: entry.storeScope === storeScope.all ? [] : [...entry.storeIds],
    isDriver: entry.isDriver,
    ...(entry.isDriver && entry.driverLicenceNo !== '' ? { driverLicenceNo: entry.driverLicenceNo } : {}),
    ...(entry.isDriver ? { driverLicenceExpireOn: entry.driverLicenceExpireOn } : {}),
    remark: entry.remark,
  }
}

export const labels: Readonly<Record<keyof AccountEntry, string>> = {
  name: '姓名',
  mobile: '手机号',
  jobNo: '工号',
  roleIds: '角色',
  storeScope: '数据范围',
  storeIds: '门店',
  isDriver: '是否司机',
  driverLicenceNo: '驾驶证号',
  driverLicenceExpireOn: '驾驶证有效期',
  remark: '备注',
}

/** A value as people read it: names instead of ids. */
export function wordsOf(name: keyof AccountEntry, entry: AccountEntry, names: ReadonlyMap<string, string>): string {
  const value = entry[name]
  if (name === 'storeScope') return storeScopes.text(entry.storeScope)
  if (typeof value === 'boolean') return value ? '是' : '否'
  const words = Array.isArray(value) ? value.map((id: string) => names.get(id) ?? id).join('、') : String(value)
  return words || '（空）'
}
