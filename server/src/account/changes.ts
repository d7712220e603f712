import { changesOf } from '../kernel/changes.ts'
import type { Roles } from './people.ts'
import type { AccountRow, AccountValues } from './store.ts'

/** What changed about an employee, as the log tells it: roles by name, since they may be gone when it is read. */
export const changeOf = (before: AccountRow | null, after: AccountValues, roles: Roles) =>
  before === null ? { after: told(after, roles) } : changesOf(told(before, roles), told(after, roles))

const told = (row: AccountRow | AccountValues, roles: Roles) => ({
  name: row.name,
  jobNo: row.job_no,
  roles: row.role_ids.map((id) => roles.get(id)?.name ?? id),
  storeScope: row.store_scope,
  storeIds: row.store_ids,
  isDriver: row.is_driver,
  driverLicenceNo: row.driver_licence_mask ?? '',
  driverLicenceExpireOn: row.driver_licence_expire_on,
  remark: row.remark,
})
