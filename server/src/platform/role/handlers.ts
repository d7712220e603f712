import { contract } from '@cheyi/contract/index'
import { defaultRoleOf, keysOf, menuTree, shownWithParents } from '@cheyi/domain/permission'
import { type Editor, holdsAll } from '@cheyi/domain/platform/account/rights'
import { isKeyShown } from '@cheyi/domain/platform/role/built-parts'
import { givingKeysOf, namesOf, requireChange } from '@cheyi/domain/platform/role/rights'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, implement, requireFound } from '../../kernel/context.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { editorOf } from '../account/actions.ts'
import { secondPerson } from '../approval/actions.ts'
import * as store from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof store.byId>>>

const defaultsOf = ({ letter }: Pick<Row, 'letter'>): readonly number[] | null =>
  letter === null ? null : defaultRoleOf(letter).menuIds

export const role = implement(contract.role, {
  async page(input, ctx) {
    return listAnswer(input, {
      rows: store.page(ctx.db, input),
      count: () => store.count(ctx.db),
      keys: ({ id }) => [id],
      view: (row) => {
        const keys = keysOf(row.menuIds)
        return {
          ...row,
          roleId: row.id,
          keyCount: keys.filter(isKeyShown).length,
          grantable: holdsAll(ctx.identity.keys, keys),
        }
      },
    })
  },

  async detail({ id }, ctx) {
    const row = requireFound(await store.byId(ctx.db, id))
    const defaults = defaultsOf(row)
    return { ...row, roleId: row.id, defaultMenuIds: defaults && [...defaults] }
  },

  tree: () => menuTree().map((node) => ({ ...node, children: node.children.map(({ children: _, ...leaf }) => leaf) })),

  async auth({ roleId, menuIds, version, list }, ctx) {
    const asked = list ?? (roleId && menuIds ? [{ roleId, menuIds, version }] : undefined)
    if (asked === undefined || asked.length === 0) throw badInput('roleId', '请选择角色')
    const editor = await editorOf(ctx, 'role.edit')
    const granted = []
    const changes: { before: Record<string, string[]>; after: Record<string, string[]> } = { before: {}, after: {} }
    for (const one of asked) {
      const row = requireFound(await store.byId(ctx.db, one.roleId))
      if (one.version !== undefined && one.version !== row.version)
        throw new Refusal('stale', { roleId: row.id, version: row.version, menuIds: row.menuIds })
      const change = await replace(ctx, editor, row, shownWithParents(one.menuIds))
      changes.before[row.name] = change.removed
      changes.after[row.name] = change.added
      granted.push({ roleId: row.id, menuIds: change.menuIds, version: change.version })
    }
    ctx.audit({ targetType: 'role', targetId: asked[0]!.roleId, ...changes })
    return { menuIds: granted[0]!.menuIds, version: granted[0]!.version, list: granted }
  },

  async save({ roleId, name, remark, version }, ctx) {
    const editor = await editorOf(ctx, 'role.edit')
    if (roleId === undefined) {
      const made = await store.insert(ctx.db, { name, remark: remark ?? '', menuIds: [] })
      ctx.audit({ targetType: 'role', targetId: made.id, after: { name, remark: remark ?? '' } })
      return { roleId: made.id, version: made.version }
    }
    const row = requireFound(await store.byId(ctx.db, roleId))
    requireHeld(editor, row)
    if (version !== undefined && version !== row.version)
      throw new Refusal('stale', { roleId, version: row.version, name: row.name, remark: row.remark })
    ctx.audit({
      targetType: 'role',
      targetId: roleId,
      before: { name: row.name, remark: row.remark },
      after: { name, remark: remark ?? '' },
    })
    return { roleId, version: await store.update(ctx.db, roleId, { name, remark: remark ?? '' }) }
  },

  async copy({ roleId, name }, ctx) {
    const editor = await editorOf(ctx, 'role.edit')
    const row = requireFound(await store.byId(ctx.db, roleId))
    requireHeld(editor, row)
    // Checked before a second person is requested to approve.
    if ((await store.byName(ctx.db, name)) !== undefined) throw new Refusal('roleNameTaken', { field: 'name' })
    await secondPerson(ctx, 'ownerRole', {
      changes: givingKeysOf(row.menuIds).length > 0,
      what: `复制「${row.name}」角色为「${name}」`,
    })
    const made = await store.insert(ctx.db, { name, remark: row.remark, menuIds: row.menuIds })
    ctx.audit({
      targetType: 'role',
      targetId: made.id,
      after: { name, copiedFrom: row.name, menus: namesOf(keysOf(row.menuIds)) },
    })
    return { roleId: made.id }
  },

  async remove({ roleId }, ctx) {
    const editor = await editorOf(ctx, 'role.edit')
    const row = requireFound(await store.byId(ctx.db, roleId))
    requireHeld(editor, row)
    if (row.builtIn) throw badInput('roleId', '预置角色不能删除')
    if (row.userCount > 0) throw new Refusal('roleInUse', { n: row.userCount })
    ctx.audit({
      targetType: 'role',
      targetId: roleId,
      before: { name: row.name, menus: namesOf(keysOf(row.menuIds)) },
    })
    await store.remove(ctx.db, roleId, ctx.now)
    return {}
  },

  async restore({ roleId }, ctx) {
    const editor = await editorOf(ctx, 'role.edit')
    const row = requireFound(await store.byId(ctx.db, roleId))
    const defaults = defaultsOf(row)
    if (defaults === null) throw badInput('roleId', '只有预置角色可以恢复默认')
    const { menuIds, version, added, removed } = await replace(ctx, editor, row, [...defaults])
    ctx.audit({
      targetType: 'role',
      targetId: roleId,
      before: { [row.name]: removed },
      after: { [row.name]: added },
    })
    return { menuIds, version }
  },
})

/** An editor may not rename, copy or delete a role that grants more than the editor holds. @throws Refusal 1031 */
function requireHeld(editor: Editor, row: Row): void {
  if (!holdsAll(editor.keys, keysOf(row.menuIds))) throw new Refusal('grantBeyondOwn')
}

/** Replaces the permissions of a role; the same set again changes nothing. @returns the change in names */
async function replace(ctx: Context, editor: Editor, row: Row, menuIds: number[]) {
  const change = requireChange(editor.keys, row, menuIds)
  const same = change.added.length === 0 && change.removed.length === 0
  const words = [
    change.added.length > 0 && `新增 ${namesOf(change.added).join('、')}`,
    change.removed.length > 0 && `移除 ${namesOf(change.removed).join('、')}`,
  ]
  await secondPerson(ctx, 'ownerRole', {
    // Only for the owner role, or when the role gains or loses keys for granting rights.
    changes: !same && (row.letter === 'B' || String(givingKeysOf(row.menuIds)) !== String(givingKeysOf(menuIds))),
    what: `修改「${row.name}」角色：${words.filter(Boolean).join('；')}`,
  })
  const version = same ? row.version : await store.update(ctx.db, row.id, { menuIds })
  return { menuIds, version, added: namesOf(change.added), removed: namesOf(change.removed) }
}
