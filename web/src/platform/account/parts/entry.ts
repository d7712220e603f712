import { storeScope } from '@cheyi/domain/platform/account/codes'
import type { Typed } from '../../../form/form-call.ts'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import type { AccountDetail } from './account-words.ts'

/** The input of the call that adds an employee and of that which changes one. */
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

/** The licence number is not shown again: what is typed takes its place. */
export const entryOf = (stored: AccountDetail): AccountEntry => ({
  ...stored,
  roleIds: stored.roles.map(({ id }) => id),
  storeIds: stored.stores.map(({ id }) => id),
  driverLicenceNo: '',
})

/** What is sent: stores and licence only where they count, the number only where it was typed anew. */
export const sentOf = (entry: AccountEntry): AccountEntry => ({
  ...entry,
  storeIds: entry.storeScope === storeScope.all ? [] : entry.storeIds,
  driverLicenceNo: entry.isDriver ? entry.driverLicenceNo?.trim() || null : null,
  driverLicenceExpireOn: entry.isDriver ? entry.driverLicenceExpireOn : null,
})
