import { defaultRoles } from '@cheyi/domain/permission'
import type { Db } from '../../kernel/context.ts'

/** Inserts the seven default roles; runs as the merchant. @returns their ids by letter */
export async function insertRoles(db: Db): Promise<Record<string, string>> {
  const rows = await db
    .insertInto('role')
    .values(defaultRoles.map(({ name, letter, menuIds }) => ({ name, letter, builtIn: true, menuIds: [...menuIds] })))
    .returning(['id', 'name'])
    .execute()
  return Object.fromEntries(defaultRoles.map((role) => [role.letter, rows.find((r) => r.name === role.name)!.id]))
}
