import { keysOf, type PermissionKey } from '@cheyi/domain/permission'
import { type StoreScope, storeScope } from '@cheyi/domain/platform/account/codes'
import type { Subject } from '@cheyi/domain/platform/account/rights'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { requireFound } from '../../kernel/context.ts'
import * as store from './store.ts'

export type Roles = ReadonlyMap<string, Awaited<ReturnType<typeof store.roles>>[number]>

export const rolesOf = async (ctx: Context): Promise<Roles> =>
  new Map((await store.roles(ctx.db)).map((role) => [role.id, role]))

export const permissionKeysOfRoles = (roles: Roles, ids: readonly string[]): Set<PermissionKey> =>
  new Set(keysOf(ids.flatMap((id) => roles.get(id)?.menuIds ?? [])))

/** An employee as the rules of rights see them. */
export const subjectOf = (
  row: Pick<store.AccountRow, 'id' | 'parentId' | 'roleIds' | 'storeScope' | 'storeIds'>,
  roles: Roles,
): Subject => ({
  ...row,
  owner: row.parentId === '0',
  keys: permissionKeysOfRoles(roles, row.roleIds),
})

/** An employee's row, and the same as the rules of rights see it. @throws Refusal notFound (-4) */
export async function readSubject(
  ctx: Context,
  id: string,
): Promise<{ row: store.AccountRow; subject: Subject; roles: Roles }> {
  const [row, roles] = await Promise.all([store.byId(ctx.db, id), rolesOf(ctx)])
  const account = requireFound(row)
  return { row: account, subject: subjectOf(account, roles), roles }
}

/** Checks that the chosen roles and stores belong to the merchant. @throws Refusal notFound (-4) */
export async function requireRolesAndStores(
  ctx: Context,
  roles: Roles,
  entry: { roleIds: readonly string[]; storeScope: StoreScope; storeIds?: readonly string[] | undefined },
): Promise<{ roleIds: string[]; storeIds: string[] }> {
  const roleIds = [...new Set(entry.roleIds)]
  if (roleIds.some((id) => !roles.has(id))) throw new Refusal('notFound')
  if (entry.storeScope === storeScope.all) return { roleIds, storeIds: [] }
  const storeIds = [...new Set(entry.storeIds)]
  const known = new Set((await store.stores(ctx.db)).map((one) => one.id))
  if (storeIds.some((id) => !known.has(id))) throw new Refusal('notFound')
  return { roleIds, storeIds }
}

/** The owner role: the merchant's founder never loses it. */
export const ownerRoleId = (roles: Roles): string | undefined =>
  [...roles.values()].find(({ letter }) => letter === 'B')?.id
