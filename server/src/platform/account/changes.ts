import { changesOf } from '../../kernel/db/changes.ts'
import type { Roles } from './people.ts'
import type { AccountRow, AccountValues } from './store.ts'

/** Changes of an employee for the audit log: roles by name, since a role may be deleted when the log is read. */
export const changeOf = (before: AccountRow | null, after: AccountValues, roles: Roles) =>
  before === null ? { after: auditFacts(after, roles) } : changesOf(auditFacts(before, roles), auditFacts(after, roles))

const auditFacts = (row: AccountRow | AccountValues, roles: Roles) => ({
  name: row.name,
  jobNo: row.jobNo,
  roles: row.roleIds.map((id) => roles.get(id)?.name ?? id),
  storeScope: row.storeScope,
  storeIds: row.storeIds,
  isDriver: row.isDriver,
  driverLicenceNo: row.driverLicenceMask ?? '',
  driverLicenceExpireOn: row.driverLicenceExpireOn,
  remark: row.remark,
})
