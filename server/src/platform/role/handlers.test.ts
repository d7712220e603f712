import { contract } from '@cheyi/contract/index'
import {
  defaultRoleOf,
  idsOf,
  keysOf as keysOfIds,
  type MenuKey,
  menuOf,
  permissionKeys,
} from '@cheyi/domain/permission'
import { isKeyShown } from '@cheyi/domain/platform/role/built-parts'
import { beforeAll, describe, expect, it } from 'vitest'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

const { role } = contract

sharedMerchant({ other: true, poolSize: 8 })
let owner: { token: string }
beforeAll(async () => {
  owner = { token: w.tokens.owner }
})

let serial = 0
const fresh = () => `角色${++serial}`
const create = async (keys: MenuKey[] = ['order.list']): Promise<string> => {
  const { roleId } = await t.call(role.save, { name: fresh() }, owner)
  await t.call(role.auth, { roleId, menuIds: idsOf(keys) }, owner)
  return roleId
}
const detail = (id: string) => t.call(role.detail, { id }, owner)
const named = async (name: string) =>
  (await t.call(role.page, { pageSize: 100_000 }, owner)).list.find((one) => one.name === name)!
/** What a role opens to whoever holds it. */
const keysOf = async (token: string) => new Set((await t.call(contract.session.userInfo, {}, { token })).menuAutos)

/** Past the two people whom some of it would take. */
const setMenus = (roleId: string, keys: MenuKey[]) =>
  t.root.query('update role set menu_ids = $2 where id = $1', [roleId, idsOf(keys)])

/** Somebody of this merchant who holds exactly these keys: the clerk, by a role of their own. */
async function holding(keys: MenuKey[]): Promise<{ token: string }> {
  const roleId = await create(['order.list'])
  await setMenus(roleId, keys)
  await t.root.query(`update account set role_ids = array[$2::bigint] where merchant_id = $1 and name = '测试clerk'`, [
    w.merchantId,
    roleId,
  ])
  return { token: w.tokens.clerk }
}

describe('the list', () => {
  it('tells who holds a role, how much it opens, and whether one may give it', async () => {
    const { list, total } = await t.call(role.page, { pageSize: 100_000 }, owner)
    expect(list.slice(0, 7).map((one) => one.name)).toEqual([
      '老板',
      '店长',
      '店员',
      '财务',
      '车管',
      '客服',
      '渠道运营',
    ])
    expect(total).toBe(list.length)
    expect(list[0]).toMatchObject({
      builtIn: true,
      userCount: 1,
      keyCount: permissionKeys.filter(isKeyShown).length,
      grantable: true,
    })
    const seen = await t.call(role.page, {}, { token: w.tokens.manager })
    expect(seen.list.find((one) => one.name === '老板')).toMatchObject({ grantable: false })
    expect(seen.list.find((one) => one.name === '店员')).toMatchObject({ grantable: true })
  })

  it('is the tree with every key once', async () => {
    const tree = await t.call(role.tree, {}, owner)
    const keys = tree.flatMap((node) => [node.key, ...node.children.map((leaf) => leaf.key)])
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(permissionKeys.filter(isKeyShown)))
  })
})

describe('the rights of a role', () => {
  it('are replaced as a whole, parents added, and reach who holds it at the next call', async () => {
    const { roleId } = await named('客服')
    const { token } = { token: w.tokens.service }
    expect((await keysOf(token)).has('order.cancel')).toBe(true)
    const answer = await t.call(
      role.auth,
      { roleId, menuIds: [menuOf('price.edit').id, menuOf('order.list').id] },
      owner,
    )
    expect(answer.menuIds).toEqual(expect.arrayContaining([100, 101, 200, 201]))
    expect([...(await keysOf(token))].toSorted()).toEqual(['order.list', 'price', 'price.edit'])
    expect(await t.send(contract.order.cancelRule, { orderId: '1' }, { token })).toMatchObject({ errorCode: -3 })
    const { menuIds } = await t.call(role.restore, { roleId }, owner)
    expect(menuIds).toEqual(defaultRoleOf('S').menuIds)
    expect((await keysOf(token)).has('order.cancel')).toBe(true)
  })

  it('come for several roles at once, all or nothing, also as a bare array', async () => {
    const [a, b] = [await create(), await create()]
    const wrong = [
      { roleId: a, menuIds: [200] },
      { roleId: b, menuIds: [7] },
    ]
    expect(await t.send(role.auth, { list: wrong }, owner)).toMatchObject({ errorCode: 1034, message: '菜单不存在' })
    expect((await detail(a)).menuIds).toEqual([100, 101])
    const both = [a, b].map((roleId) => ({ roleId, menuIds: [200] }))
    const response = await t.app.inject({ method: 'POST', url: role.auth.path, headers: owner, payload: both })
    expect(response.json()).toMatchObject({ success: true, data: { list: [{ roleId: a }, { roleId: b }] } })
    expect((await detail(b)).menuIds).toEqual([200])
  })

  it('are given and taken by nobody who lacks them', async () => {
    const by = await holding(['role', 'role.edit', 'order.list'])
    const roleId = await create(['order.list', 'price'])
    const auth = async (keys: MenuKey[]) => (await t.send(role.auth, { roleId, menuIds: idsOf(keys) }, by)).errorCode
    expect(await auth(['order.list', 'price', 'stock'])).toBe(1031)
    expect(await auth(['order.list'])).toBe(1031)
    expect(await auth(['price', 'role'])).toBe(0)
    const manager = (await named('店长')).roleId
    await setMenus(manager, ['order.list'])
    for (const [call, input] of [
      [role.copy, { roleId, name: fresh() }],
      [role.save, { roleId, name: fresh() }],
      [role.remove, { roleId }],
      [role.restore, { roleId: manager }],
    ] as const)
      expect(await t.send(call, input, by), call.path).toMatchObject({ errorCode: 1031 })
    await t.root.query('update role set menu_ids = $2 where id = $1', [manager, defaultRoleOf('M').menuIds])
  })

  it('that two edit at once: the second is told what the first made of it', async () => {
    const roleId = await create()
    const { version } = await detail(roleId)
    const edit = (keys: MenuKey[]) => t.send(role.auth, { roleId, menuIds: idsOf(keys), version }, owner)
    const answers = await Promise.all([edit(['price']), edit(['stock'])])
    expect(answers.map((one) => one.errorCode).toSorted()).toEqual([-5, 0])
    const { menuIds } = await detail(roleId)
    expect(answers.find((one) => one.errorCode === -5)?.data).toMatchObject({ version: version + 1, menuIds })
  })

  it('are taken by a list without them, hidden ones too: whoever held the role reads nothing of channels', async () => {
    const { roleId } = await named('渠道运营')
    const { channel } = w.tokens
    const setBack = () =>
      t.root.query('update role set menu_ids = $2 where id = $1', [roleId, defaultRoleOf('Q').menuIds])
    for (const menuIds of [[], [menuOf('order.list').id]]) {
      // As roles stood whose hidden right nobody could see.
      await setMenus(roleId, ['order.list', 'channel.edit', 'channel.finance'])
      const answer = await t.call(role.auth, { list: [{ roleId, menuIds }] }, owner)
      expect(keysOfIds(answer.menuIds)).toEqual(menuIds.length === 0 ? [] : ['order.list'])
      expect([...(await keysOf(channel))].filter((key) => key.startsWith('channel'))).toEqual([])
      expect(await t.send(contract.channel.overview, {}, { token: channel })).toMatchObject({ errorCode: -3 })
    }
    await setBack()
  })

  it('that give rights stay with the owner', async () => {
    const boss = (await named('老板')).roleId
    expect(await t.send(role.auth, { roleId: boss, menuIds: idsOf(['order.list']) }, owner)).toMatchObject({
      errorCode: -2,
    })
  })

  it('that stay the same are no change', async () => {
    const roleId = await create()
    const { version, menuIds } = await detail(roleId)
    expect((await t.call(role.auth, { roleId, menuIds }, owner)).version).toBe(version)
  })

  it('of parts that are not built are shown to nobody and held by nobody, whatever is sent', async () => {
    const tree = await t.call(role.tree, {}, owner)
    const shown = tree.flatMap((one) => [one.key, ...one.children.map(({ key }) => key)])
    expect(shown).toContain('order.pickup')
    expect(shown).not.toContain('dev')
    const roleId = await create(['order.list'])
    const { menuIds } = await t.call(role.auth, { roleId, menuIds: [101, menuOf('dev').id] }, owner)
    expect(keysOfIds(menuIds)).toEqual(['order.list'])
  })

  it('leave in the log what was given and taken, by name', async () => {
    const roleId = await create(['order.list', 'price'])
    const { name } = await detail(roleId)
    await t.call(role.auth, { roleId, menuIds: idsOf(['order.list', 'stock']) }, owner)
    const { rows } = await t.root.query(
      'select before, after from audit where target_id = $1 order by id desc limit 1',
      [roleId],
    )
    expect(rows[0]).toEqual({ before: { [name]: ['价格'] }, after: { [name]: ['库存'] } })
  })
})

describe('a role', () => {
  it('has a name of its own', async () => {
    expect(await t.send(role.save, { name: '店长' }, owner)).toMatchObject({
      errorCode: 1035,
      message: '角色名称已存在',
    })
    const { roleId } = await named('店长')
    expect(await t.send(role.copy, { roleId, name: '财务' }, owner)).toMatchObject({ errorCode: 1035 })
    const both = await Promise.all([1, 2].map(() => t.send(role.save, { name: '同名' }, owner)))
    expect(both.map((one) => one.errorCode).toSorted()).toEqual([0, 1035])
    const { roleId: mine, version } = await named('同名')
    expect(await t.call(role.save, { roleId: mine, name: '同名', remark: '夜班', version }, owner)).toMatchObject({
      version: version + 1,
    })
    expect(await t.send(role.save, { roleId: mine, name: '同名', version }, owner)).toMatchObject({ errorCode: -5 })
  })

  it('is copied with what it opens', async () => {
    const { roleId } = await t.call(role.copy, { roleId: (await named('财务')).roleId, name: fresh() }, owner)
    expect(await detail(roleId)).toMatchObject({
      builtIn: false,
      defaultMenuIds: null,
      menuIds: defaultRoleOf('F').menuIds,
      userCount: 0,
    })
  })

  it('goes when nobody holds it and the merchant made it', async () => {
    const roleId = await create()
    await t.call(role.remove, { roleId }, owner)
    expect(await t.send(role.detail, { id: roleId }, owner)).toMatchObject({ errorCode: -4 })
    expect(await t.send(role.remove, { roleId: (await named('渠道运营')).roleId }, owner)).toMatchObject({
      errorCode: -2,
    })
    await holding(['order.list'])
    const held = (await t.call(contract.session.userInfo, {}, { token: w.tokens.clerk })).roleIds[0]!
    expect(await t.send(role.remove, { roleId: held }, owner)).toMatchObject({
      errorCode: 1033,
      message: '该角色下还有 1 个账号',
    })
  })

  it('that is removed while it is given to somebody: one of both is too late', async () => {
    const roleId = await create()
    const give = {
      mobile: '13555550001',
      name: '新来的',
      roleIds: [roleId],
      storeScope: 0 as const,
    }
    const [removed, given] = await Promise.all([
      t.send(role.remove, { roleId }, owner),
      t.send(contract.account.add, give, owner),
    ])
    expect([
      [0, -4],
      [1033, 0],
    ]).toContainEqual([removed.errorCode, given.errorCode])
  })

  it('of another merchant is none', async () => {
    const foreign = (await t.call(role.page, {}, { token: other.tokens.owner })).list[0]!.roleId
    expect(await t.send(role.auth, { roleId: foreign, menuIds: [101] }, owner)).toMatchObject({ errorCode: -4 })
  })
})
