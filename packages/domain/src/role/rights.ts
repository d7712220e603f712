import { within } from '../account/rights.ts'
import { keysOf, type MenuKey, menuOf, type PermissionKey } from '../permission.ts'
import { badInput, Refusal } from '../refusal.ts'

/** What a role gains and loses, in the order of the tree; headings open nothing and are left out. */
export interface RoleChange {
  readonly added: readonly PermissionKey[]
  readonly removed: readonly PermissionKey[]
}

export function roleChange(before: Iterable<number>, after: Iterable<number>): RoleChange {
  const was = new Set(keysOf(before))
  const is = new Set(keysOf(after))
  return { added: [...is].filter((key) => !was.has(key)), removed: [...was].filter((key) => !is.has(key)) }
}

/** Chinese names of keys, as people read them. */
export const namesOf = (keys: readonly MenuKey[]): string[] => keys.map((key) => menuOf(key).name)

/**
 * The keys by which rights are given. A role that holds one is given by two, since whoever has it can make others who hold
 * anything; the owner's role always holds both, and so does whatever opens all that it opens.
 */
export const givingKeys: readonly PermissionKey[] = ['account.edit', 'role.edit']

export const givingKeysOf = (menuIds: Iterable<number>): readonly PermissionKey[] => {
  const keys = new Set(keysOf(menuIds))
  return givingKeys.filter((key) => keys.has(key))
}

/** Without these the owner could bring nothing back. */
const kept: readonly PermissionKey[] = ['account', 'role', ...givingKeys]

/**
 * A role may gain and lose only what its editor holds; what else it opens stays as it is. The rights by which
 * rights are given stay with the owner's role.
 * @throws Refusal grantBeyondOwn (1031), badInput (-2)
 */
export function requireChange(
  editor: ReadonlySet<string>,
  role: { readonly letter: string | null; readonly menuIds: readonly number[] },
  after: readonly number[],
): RoleChange {
  const change = roleChange(role.menuIds, after)
  if (!within(editor, [...change.added, ...change.removed])) throw new Refusal('grantBeyondOwn')
  if (role.letter === 'B' && change.removed.some((key) => kept.includes(key)))
    throw badInput('menuIds', '老板角色须保留员工与权限的设置')
  return change
}
