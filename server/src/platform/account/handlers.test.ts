import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { idsOf, type MenuKey } from '@cheyi/domain/permission'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeTo, messageTo } from '../../testing/sms.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'

const { account } = contract

sharedMerchant({ other: true, poolSize: 8 })
let owner: { token: string }
beforeAll(async () => {
  owner = { token: w.tokens.owner }
})

let serial = 0
let mobile = ''
beforeEach(() => {
  // A merchant invites twenty an hour.
  t.clock.advance(10 * MINUTE)
  mobile = `1370000${String(++serial).padStart(4, '0')}`
})

const roleNamed = async (name: string, world = w): Promise<string> =>
  (await t.root.query('select id from role where merchant_id = $1 and name = $2', [world.merchantId, name])).rows[0].id
const accountNamed = async (name: string, world = w): Promise<string> =>
  (await t.root.query('select id from account where merchant_id = $1 and name = $2', [world.merchantId, name])).rows[0]
    .id

async function role(name: string, keys: MenuKey[]): Promise<string> {
  const { rows } = await t.root.query(
    'insert into role (merchant_id, name, menu_ids) values ($1, $2, $3) returning id',
    [w.merchantId, name, idsOf(keys)],
  )
  return rows[0].id
}

type Entry = InputOf<typeof account.add>
const entry = async (more: Partial<Entry> = {}): Promise<Entry> => ({
  mobile,
  name: `新员工${serial}`,
  roleIds: [await roleNamed('店员')],
  storeScope: 0,
  ...more,
})
const add = async (more: Partial<Entry> = {}, by = owner) => t.call(account.add, await entry(more), by)
/** Invites somebody, and they confirm at once. */
async function hire(more: Partial<Entry> = {}, by = owner): Promise<{ id: string; by: { token: string } }> {
  const { id } = await add(more, by)
  return { id, by: await join(more.mobile ?? mobile) }
}
const tryAdd = async (more: Partial<Entry> = {}, by: { token: string; key?: string } = owner) =>
  t.send(account.add, await entry(more), by)
const detail = (id: string, by = owner) => t.call(account.detail, { id }, by)
async function edit(id: string, more: object = {}, by = owner) {
  const now = await detail(id)
  const unchanged = {
    id,
    version: now.version,
    name: now.name,
    roleIds: now.roles.map((one) => one.id),
    storeScope: now.storeScope,
    storeIds: now.stores.map((one) => one.id),
  }
  return t.send(account.edit, { ...unchanged, ...more }, by)
}

/** Confirms the newest invitation with the code it brought. */
async function join(to = mobile): Promise<{ token: string }> {
  const { token } = await t.call(contract.invitation.accept, { mobile: to, code: await codeTo(t, to), agree: true }, {})
  return { token }
}

/** Signs the employee in by a code, as who has no password does. */
async function signIn(to = mobile): Promise<{ token: string }> {
  await t.call(contract.session.sendCode, { mobile: to, scene: 'login' }, {})
  const code = await codeTo(t, to)
  const { token } = await t.call(contract.session.loginByCode, { mobile: to, code, agree: true }, {})
  return { token }
}
const works = async (by: { token: string }) => (await t.send(contract.session.userInfo, {}, by)).errorCode

describe('the list', () => {
  it('finds by name, job number, part of a mobile, role, store and status', async () => {
    const roleId = await role('找得到', ['order.list'])
    const { id } = await add({
      name: '许倩倩',
      jobNo: 'HQ-007',
      roleIds: [roleId],
      storeScope: 1,
      storeIds: [w.stores.pudong],
    })
    const found = async (ask: object) => (await t.call(account.page, ask, owner)).list.map((one) => one.id)
    expect(await found({ keyword: '倩倩' })).toEqual([id])
    expect(await found({ keyword: 'hq-007' })).toEqual([id])
    expect(await found({ keyword: mobile.slice(3) })).toEqual([id])
    expect(await found({ keyword: '没有这个人' })).toEqual([])
    expect(await found({ roleId })).toEqual([id])
    expect(await found({ roleId, storeId: w.stores.pudong })).toEqual([id])
    expect(await found({ roleId, storeId: w.stores.hongqiao })).toEqual([])
    expect(await found({ roleId, status: 0 })).toEqual([])
    expect(await found({ roleId, status: 2 })).toEqual([id])
    await join()
    await t.call(account.setStatus, { id, status: 0 }, owner)
    expect(await found({ roleId, status: 0 })).toEqual([id])
    expect((await t.call(account.page, { roleId }, owner)).counts).toEqual({
      enabled: 0,
      disabled: 1,
      invited: 0,
    })
  })

  it('shows masked mobiles and names, page by page, in a fixed number of queries', async () => {
    await add()
    const first = await t.call(account.page, { pageSize: 3 }, owner)
    expect(t.calls.at(-1)).toMatchObject({ call: 'account.page', queries: 4 })
    expect(first.list[0]).toMatchObject({
      name: `新员工${serial}`,
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
      roles: [{ name: '店员' }],
      status: 2,
      protection: '',
      lastLoginAt: null,
      inviteExpireAt: t.clock.now() + 72 * HOUR,
    })
    const second = await t.call(account.page, { pageSize: 3, cursor: first.nextCursor! }, owner)
    expect(second).toMatchObject({ total: null, counts: null })
    expect(first.list.map((one) => one.id)).not.toContain(second.list[0]!.id)
    const { list } = await t.call(account.page, { keyword: '测试owner' }, owner)
    expect(list[0]).toMatchObject({ protection: 'owner' })
  })

  it('shows an editor of some stores the people of these stores only', async () => {
    const roleId = await role('店内', ['order.list'])
    const editing = await role('店内管理', ['account', 'account.edit', 'order.list'])
    const listed = { roleIds: [roleId], storeScope: 1 as const }
    const { id: editorId, by: editor } = await hire({ ...listed, storeIds: [w.stores.hongqiao] })
    await t.root.query('update account set role_ids = array[$2::bigint] where id = $1', [editorId, editing])
    mobile = mobile.replace(/^137/, '135')
    const both = await add({ ...listed, name: '两店的', storeIds: [w.stores.hongqiao, w.stores.pudong] })
    const { list, total } = await t.call(account.page, {}, editor)
    expect(list.map((one) => one.name)).toEqual([`新员工${serial}`])
    expect(total).toBe(1)
    expect(await t.send(account.detail, { id: both.id }, editor)).toMatchObject({ errorCode: -4 })
    expect(await t.send(account.setStatus, { id: both.id, status: 0 }, editor)).toMatchObject({ errorCode: -4 })
    mobile = mobile.replace(/^135/, '136')
    const wider = { ...listed, storeIds: [w.stores.pudong] }
    expect(await tryAdd(wider, editor)).toMatchObject({ errorCode: 1031 })
    expect(await tryAdd({ ...listed, storeScope: 0 }, editor)).toMatchObject({ errorCode: 1031 })
    expect(await tryAdd({ ...listed, storeIds: [w.stores.hongqiao] }, editor)).toMatchObject({ errorCode: 0 })
  })
})

describe('a new employee', () => {
  it('is invited by a message and comes in by its code', async () => {
    const { id } = await add({
      isDriver: true,
      driverLicenceNo: '310104199001010011',
      driverLicenceExpireOn: '2030-01-01',
    })
    expect(await messageTo(t, mobile)).toContain('「测试租车」邀请您成为员工')
    const signedIn = await join()
    const user = await t.call(contract.session.userInfo, {}, signedIn)
    expect(user).toMatchObject({ accountId: id, merchantId: w.merchantId, roleNames: ['店员'] })
    expect(await detail(id)).toMatchObject({
      sessions: 1,
      driverLicenceNo: '310104********0011',
      driverLicenceExpireOn: '2030-01-01',
      lastLoginAt: t.clock.now(),
    })
  })

  it('may work for another merchant already, and joins as the same person', async () => {
    const roleId = await roleNamed('店员', other)
    await t.call(account.add, { ...(await entry()), roleIds: [roleId] }, { token: other.tokens.owner })
    await join()
    await add()
    await join()
    expect((await t.call(contract.merchant.list, {}, await signIn())).list.map((one) => one.name).toSorted()).toEqual([
      '别家租车',
      '测试租车',
    ])
  })

  it('is refused twice, and made once whatever is repeated', async () => {
    const given = await entry()
    const key = 'add-employee-once'
    const first = await t.call(account.add, given, { ...owner, key })
    expect(await t.call(account.add, given, { ...owner, key })).toEqual(first)
    expect(await t.send(account.add, given, owner)).toMatchObject({
      errorCode: 1032,
      message: '该手机号已是本商家员工',
      data: { field: 'mobile' },
    })
    const both = await Promise.all([1, 2].map(async () => tryAdd({ mobile: mobile.replace(/^137/, '138') })))
    expect(both.map((one) => one.errorCode).toSorted()).toEqual([0, 1032])
  })

  it('gets no right that its maker lacks', async () => {
    expect(await tryAdd({ roleIds: [await roleNamed('老板')] }, { token: w.tokens.manager })).toMatchObject({
      errorCode: 1031,
      message: '不能授予自己没有的权限',
    })
    expect(await tryAdd({ roleIds: [await roleNamed('店员', other)] })).toMatchObject({ errorCode: -4 })
    expect(await tryAdd({ storeScope: 1, storeIds: [other.stores.pudong] })).toMatchObject({ errorCode: -4 })
  })

  it.each<[object, string]>([
    [{ name: '' }, '请输入姓名'],
    [{ name: '陈' }, '姓名为2-20个字'],
    [{ mobile: '12' }, '手机号格式不正确'],
    [{ roleIds: [] }, '请选择角色'],
    [{ storeScope: 1 }, '请选择门店'],
    [{ isDriver: true }, '请输入驾驶证号'],
  ])('%j is refused with %s', async (wrong, message) => {
    expect(await tryAdd(wrong)).toMatchObject({ errorCode: -2, message: `参数错误：${message}` })
  })

  it('has a job number of its own', async () => {
    await add({ jobNo: 'A-1' })
    expect(await tryAdd({ mobile: mobile.replace(/^137/, '138'), jobNo: 'A-1' })).toMatchObject({
      errorCode: -2,
      data: { field: 'jobNo' },
    })
  })
})

describe('editing', () => {
  it('changes what is entered, and the log tells what changed', async () => {
    const { id } = await add({ storeScope: 1, storeIds: [w.stores.pudong] })
    const roleIds = [await roleNamed('财务')]
    expect(await edit(id, { name: '何敏', roleIds })).toMatchObject({ success: true, data: { version: 2 } })
    expect(await detail(id)).toMatchObject({
      name: '何敏',
      roles: [{ name: '财务' }],
      stores: [{ name: '浦东机场店' }],
    })
    const { rows } = await t.root.query(
      'select before, after from audit where target_id = $1 order by id desc limit 1',
      [id],
    )
    expect(rows[0]).toEqual({
      before: { name: `新员工${serial}`, roles: ['店员'] },
      after: { name: '何敏', roles: ['财务'] },
    })
  })

  it('keeps a licence number that is not entered again, and drops it with the driver', async () => {
    const licence = { isDriver: true, driverLicenceNo: '310104199001010011', driverLicenceExpireOn: '2030-01-01' }
    const { id } = await add(licence)
    const kept = { isDriver: true, driverLicenceExpireOn: '2031-01-01' }
    expect(await edit(id, kept)).toMatchObject({ success: true })
    expect(await detail(id)).toMatchObject({
      driverLicenceNo: '310104********0011',
      driverLicenceExpireOn: '2031-01-01',
    })
    await edit(id)
    expect(await detail(id)).toMatchObject({ isDriver: false, driverLicenceNo: '', driverLicenceExpireOn: null })
  })

  it('by two at once is told to the second', async () => {
    const { id } = await add()
    const { version } = await detail(id)
    const both = await Promise.all(['甲甲', '乙乙'].map((name) => edit(id, { name, version })))
    expect(both.map((one) => one.errorCode).toSorted()).toEqual([-5, 0])
  })

  it('leaves the owner their role, and touches nobody who has more', async () => {
    const ownerId = await accountNamed('测试owner')
    const clerk = await roleNamed('店员')
    expect(await edit(ownerId, { roleIds: [clerk] })).toMatchObject({ errorCode: 1030 })
    expect(await edit(ownerId, { remark: '老板' }, { token: w.tokens.manager })).toMatchObject({ errorCode: 1031 })
    expect(await edit(ownerId, { remark: '老板' })).toMatchObject({ success: true })
  })
})

describe('an end', () => {
  it('is put to nobody who founded the merchant, who does it, or who has more', async () => {
    const manager = { token: w.tokens.manager }
    const off = async (who: string, by: { token: string }) =>
      (await t.send(account.setStatus, { id: await accountNamed(who), status: 0 }, by)).errorCode
    expect(await off('测试owner', owner)).toBe(1030)
    expect(await off('测试manager', manager)).toBe(1030)
    expect(await off('测试finance', manager)).toBe(1031)
    expect(await t.send(account.remove, { id: await accountNamed('测试owner') }, owner)).toMatchObject({
      errorCode: 1030,
    })
    expect(await t.send(account.resetPassword, { id: await accountNamed('测试owner') }, manager)).toMatchObject({
      errorCode: 1031,
    })
  })

  it('signs out of this merchant alone, at the next call', async () => {
    const there = await roleNamed('店员', other)
    await t.call(account.add, { ...(await entry()), roleIds: [there] }, { token: other.tokens.owner })
    const elsewhere = await join()
    const {
      id,
      by: { token },
    } = await hire()
    expect(await works({ token })).toBe(0)
    expect(await t.call(account.setStatus, { id, status: 0 }, owner)).toEqual({ id, status: 0 })
    expect(await works({ token })).toBe(-9)
    expect(await works(elsewhere)).toBe(0)
    await t.call(account.setStatus, { id, status: 1 }, owner)
    expect(await works({ token })).toBe(-9)
  })

  it('puts open tasks into the to-do 待改派, until they are given to another', async () => {
    const licence = { isDriver: true, driverLicenceNo: '310104199001010011', driverLicenceExpireOn: '2030-01-01' }
    const { id } = await hire(licence)
    const orderId = await insertOrder(t, w, {
      status: 3,
      pickupType: 2,
      pickupAddress: '延安西路100号',
      pickupDistanceM: 5200,
    })
    const arrange = (accountId: string) => t.call(contract.driver.arrange, { orderId, type: 0, accountId }, owner)
    const waiting = async () =>
      (await t.call(contract.todo.counts, {}, owner)).find(({ code }) => code === 'reassign')!.count
    await arrange(id)
    expect(await waiting()).toBe(0)
    await t.call(account.setStatus, { id, status: 0 }, owner)
    expect(await waiting()).toBe(1)
    await arrange(await accountNamed('测试clerk'))
    expect(await waiting()).toBe(0)
  })

  it('by a new password: the old one is gone, every device out, and the person told', async () => {
    const { id, by: signedIn } = await hire()
    await t.call(contract.session.sendCode, { scene: 'stepup' }, signedIn)
    const code = await codeTo(t, mobile)
    const { token } = await t.call(contract.session.changePassword, { code, password: 'Sunny2026x' }, signedIn)
    await t.call(account.resetPassword, { id }, owner)
    expect(await works({ token })).toBe(-9)
    const again = await t.send(contract.session.login, { mobile, password: 'Sunny2026x', agree: true })
    expect(again).toMatchObject({ errorCode: 1001 })
    expect(await messageTo(t, mobile)).toContain('重置了您的登录密码')
  })

  it('by removal: the mobile may be added again, as a new employee', async () => {
    const { id, by: signedIn } = await hire({ jobNo: 'B-1' })
    await t.call(account.remove, { id }, owner)
    expect(await works(signedIn)).toBe(-9)
    expect(await t.send(account.detail, { id }, owner)).toMatchObject({ errorCode: -4 })
    const again = await add({ jobNo: 'B-1' })
    expect(again.id).not.toBe(id)
  })
})

describe('at once', () => {
  it('two who take a right from each other: one is too late', async () => {
    const admin = await role('管理员', ['account', 'account.edit', 'order.list'])
    const pricing = await role('看价', ['price'])
    const people: { id: string; by: { token: string } }[] = []
    for (const prefix of ['135', '136']) {
      mobile = mobile.replace(/^\d{3}/, prefix)
      const one = await hire()
      await t.root.query('update account set role_ids = $2 where id = $1', [one.id, [admin, pricing]])
      people.push(one)
    }
    const [a, b] = people as [(typeof people)[0], (typeof people)[0]]
    const answers = await Promise.all([edit(b.id, { roleIds: [admin] }, a.by), edit(a.id, { roleIds: [admin] }, b.by)])
    expect(answers.map((one) => one.errorCode).toSorted()).toEqual([0, 1031])
  })

  it('what is written while its writer is disabled is either kept and told so, or refused', async () => {
    const orderId = await insertOrder(t, w, { status: 3 })
    const { id, by } = await hire()
    const write = (n: number) => t.send(contract.order.saveRemark, { orderId, content: `第${n}条` }, by)
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => write(n)),
      t.call(account.setStatus, { id, status: 0 }, owner).then(() => write(99)),
    ])
    expect(answers.at(-1)).toMatchObject({ errorCode: -9 })
    const kept = answers.filter((one) => one.success).length
    expect(new Set(answers.map((one) => one.errorCode))).toEqual(kept > 0 ? new Set([0, -9]) : new Set([-9]))
    expect((await t.call(contract.order.remarks, { orderId }, owner)).list).toHaveLength(kept)
  })
})
