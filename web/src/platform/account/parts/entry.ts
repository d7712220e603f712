import { storeScope } from '@cheyi/domain/platform/account/codes'
import type { Typed } from '../../../form/form-call.ts'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import type { AccountDetail } from './account-words.ts'

/** The input of both calls: the one that adds an employee and the one that changes an employee. */
export type AccountInput = InputOf<typeof calls.account.add> & InputOf<typeof calls.account.edit>
export type AccountEntry = Typed<AccountInput>

export const emptyEntry: AccountEntry = {
  id: null,
  version: null,
  name: '',
  mobile: '',
  jobNo: '',
  roleIds: [],
  storeScope: storeScope.all,
  storeIds: [],
  isDriver: false,
  driverLicenceNo: '',
  driverLicenceExpireOn: null,
  remark: '',
}

/** The licence number is never sent to the page, so the field starts empty, and a typed number replaces the stored one. */
export const entryOf = (stored: AccountDetail): AccountEntry => ({
  ...stored,
  roleIds: stored.roles.map(({ id }) => id),
  storeIds: stored.stores.map(({ id }) => id),
  driverLicenceNo: '',
})

/** The input of the call: stores and licence only if they apply, and the licence number only if a new one was typed. */
export const inputOfEntry = (entry: AccountEntry): AccountEntry => ({
  ...entry,
  storeIds: entry.storeScope === storeScope.all ? [] : entry.storeIds,
  driverLicenceNo: entry.isDriver ? entry.driverLicenceNo?.trim() || null : null,
  driverLicenceExpireOn: entry.isDriver ? entry.driverLicenceExpireOn : null,
})
