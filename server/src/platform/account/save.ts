import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { maskId } from '@cheyi/domain/mask'
import { pick } from '@cheyi/domain/pick'
import { accountProblems } from '@cheyi/domain/platform/account/form'
import { requireEditable, requireGrantable } from '@cheyi/domain/platform/account/rights'
import { givingKeysOf } from '@cheyi/domain/platform/role/rights'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, newId, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { secondPerson } from '../approval/actions.ts'
import { invite, requireInvitable } from '../session/invitation/actions.ts'
import { editorOf } from './actions.ts'
import { tellOfRights } from './notices.ts'
import {
  ownerRoleId,
  permissionKeysOfRoles,
  type Roles,
  readSubject,
  requireRolesAndStores,
  rolesOf,
} from './people.ts'
import type { AccountRow, AccountValues } from './store.ts'
import * as store from './store.ts'

type Feature = typeof contract.account
type Entered = Omit<ParsedOf<Feature['edit']>, 'id' | 'version'>

const LICENCE = 'account.driver_licence'

/** @throws Refusal badInput (-2) with the message of the first invalid field */
function requireSound(entered: Entered, licenceKept = false): void {
  const [first] = Object.entries(accountProblems(entered, { licenceKept }))
  if (first) throw badInput(...first)
}

async function requireFreeJobNo(ctx: Context, jobNo: string | undefined, ownId?: string): Promise<void> {
  if (!jobNo) return
  const taken = await store.byJobNo(ctx.db, jobNo)
  if (taken !== undefined && taken.id !== ownId) throw badInput('jobNo', '工号已被使用')
}

/** Whether the account gains or loses a role that includes keys for granting rights. */
function ownerRoleChange(roles: Roles, name: string, before: readonly string[], after: readonly string[]) {
  const named = (ids: readonly string[], without: readonly string[]) =>
    ids.flatMap((id) => {
      const role = roles.get(id)
      return role === undefined || without.includes(id) || givingKeysOf(role.menuIds).length === 0 ? [] : [role.name]
    })
  const [gets, loses] = [named(after, before), named(before, after)]
  const words = [
    gets.length > 0 && `授予「${name}」${gets.join('、')}角色`,
    loses.length > 0 && `收回「${name}」的${loses.join('、')}角色`,
  ].filter(Boolean)
  return { changes: words.length > 0, what: words.join('；') }
}

/** Column values of an entry; a licence number that was not entered again is preserved. */
function valuesOf(
  ctx: Context,
  id: string,
  entered: Entered,
  { roleIds, storeIds }: { roleIds: string[]; storeIds: string[] },
): store.AccountValues {
  const { name, storeScope, isDriver, driverLicenceNo } = entered
  const licence = !isDriver
    ? { driverLicenceEnc: null, driverLicenceMask: '' }
    : driverLicenceNo === undefined
      ? {}
      : {
          driverLicenceEnc: ctx.vault.seal(LICENCE, id, driverLicenceNo),
          driverLicenceMask: maskId(driverLicenceNo),
        }
  return {
    name,
    jobNo: entered.jobNo ?? '',
    roleIds,
    storeScope,
    storeIds,
    isDriver,
    ...licence,
    driverLicenceExpireOn: isDriver ? (entered.driverLicenceExpireOn ?? null) : null,
    remark: entered.remark ?? '',
  }
}

export const add: HandlerOf<'account', 'add'> = async (input, ctx) => {
  const editor = await editorOf(ctx, 'account.edit')
  requireSound(input)
  const roles = await rolesOf(ctx)
  const grant = await requireRolesAndStores(ctx, roles, input)
  requireGrantable(editor, {
    ...grant,
    keys: permissionKeysOfRoles(roles, grant.roleIds),
    storeScope: input.storeScope,
  })
  await requireFreeJobNo(ctx, input.jobNo)
  await secondPerson(ctx, 'ownerRole', ownerRoleChange(roles, input.name, [], grant.roleIds))
  await requireInvitable(ctx, input.mobile)
  const id = await newId(ctx)
  const values = valuesOf(ctx, id, input, grant)
  await store.insertInvited(ctx.db, {
    ...values,
    id,
    parentId: await store.ownerId(ctx.db),
    mobileEnc: ctx.vault.seal('account.mobile', id, input.mobile),
  })
  ctx.audit({ targetType: 'account', targetId: id, ...changeOf(null, values, roles) })
  await invite(ctx, id, input.mobile)
  return { id }
}

export const edit: HandlerOf<'account', 'edit'> = async (input, ctx) => {
  const { id, version } = input
  const editor = await editorOf(ctx, 'account.edit')
  const { row, subject, roles } = await readSubject(ctx, id)
  requireEditable(editor, subject)
  requireVersion(version, row.version)
  requireSound(input, row.driverLicenceMask !== '')
  const grant = await requireRolesAndStores(ctx, roles, input)
  requireGrantable(editor, {
    ...grant,
    keys: permissionKeysOfRoles(roles, grant.roleIds),
    storeScope: input.storeScope,
  })
  const ownerRole = ownerRoleId(roles)
  if (subject.owner && ownerRole !== undefined && !grant.roleIds.includes(ownerRole))
    throw new Refusal('accountProtected')
  await requireFreeJobNo(ctx, input.jobNo, id)
  await secondPerson(ctx, 'ownerRole', ownerRoleChange(roles, row.name, row.roleIds, grant.roleIds))
  const values = valuesOf(ctx, id, input, grant)
  const change = changeOf(row, values, roles)
  ctx.audit({ targetType: 'account', targetId: id, ...change })
  const saved = await store.update(ctx.db, id, values)
  if (touchesRights(change)) tellOfRights(ctx, id)
  return { id, version: saved }
}

/** Whether the change affects what the employee may see or do. */
const touchesRights = ({ after }: { readonly after?: object }): boolean =>
  ['roles', 'storeScope', 'storeIds'].some((field) => after !== undefined && field in after)

/** Changes of an employee for the audit log: roles by name, since a role may be deleted when the log is read. */
const changeOf = (before: AccountRow | null, after: AccountValues, roles: Roles) =>
  before === null ? { after: auditFacts(after, roles) } : changesOf(auditFacts(before, roles), auditFacts(after, roles))

const auditFacts = (row: AccountRow | AccountValues, roles: Roles) => ({
  ...pick(row, 'name', 'jobNo', 'storeScope', 'storeIds', 'isDriver', 'driverLicenceExpireOn', 'remark'),
  roles: row.roleIds.map((id) => roles.get(id)?.name ?? id),
  driverLicenceNo: row.driverLicenceMask ?? '',
})
