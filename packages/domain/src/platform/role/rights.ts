import { keysOf, type MenuKey, menuOf, type PermissionKey } from '../../permission.ts'
import { badInput, Refusal } from '../../refusal.ts'
import { holdsAll } from '../account/rights.ts'

/** Added and removed permissions of a role, in the order of the tree; headings grant nothing and are left out. */
export interface RoleChange {
  readonly added: readonly PermissionKey[]
  readonly removed: readonly PermissionKey[]
}

export function roleChange(before: Iterable<number>, after: Iterable<number>): RoleChange {
  const was = new Set(keysOf(before))
  const is = new Set(keysOf(after))
  return { added: [...is].filter((key) => !was.has(key)), removed: [...was].filter((key) => !is.has(key)) }
}

/** Chinese names of permissions. */
export const namesOf = (keys: readonly MenuKey[]): string[] => keys.map((key) => menuOf(key).name)

/**
 * The permissions that allow granting rights. Giving a role with one of them needs a second person, because its
 * holder can grant anything to others; the owner's role always has both, like any role with the same permissions.
 */
export const givingKeys: readonly PermissionKey[] = ['account.edit', 'role.edit']

export const givingKeysOf = (menuIds: Iterable<number>): readonly PermissionKey[] => {
  const keys = new Set(keysOf(menuIds))
  return givingKeys.filter((key) => keys.has(key))
}

/** Without these the owner could not restore anything. */
const kept: readonly PermissionKey[] = ['account', 'role', ...givingKeys]

/**
 * An editor may only add and remove permissions that they have; others of the role are unchanged. The permissions
 * to grant rights stay in the owner's role.
 * @throws Refusal grantBeyondOwn (1031), badInput (-2)
 */
export function requireChange(
  editor: ReadonlySet<string>,
  role: { readonly letter: string | null; readonly menuIds: readonly number[] },
  after: readonly number[],
): RoleChange {
  const change = roleChange(role.menuIds, after)
  if (!holdsAll(editor, [...change.added, ...change.removed])) throw new Refusal('grantBeyondOwn')
  if (role.letter === 'B' && change.removed.some((key) => kept.includes(key)))
    throw badInput('menuIds', '老板角色须保留员工与权限的设置')
  return change
}
