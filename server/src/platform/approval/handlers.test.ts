import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { defaultRoleOf, idsOf, type MenuKey, menuOf } from '@cheyi/domain/permission'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Envelope, type TestApp, testApp } from '../../testing/app.ts'
import { openSession } from '../../testing/session.ts'
import { codeTo } from '../../testing/sms.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

const { account, approval, role } = contract

let t: TestApp
let w: World
let owner: { token: string }
let manager: { token: string }
let bossRole: string

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
})
afterAll(() => t.close())

beforeEach(async () => {
  w = await makeWorld(t)
  owner = { token: w.tokens.owner }
  manager = { token: w.tokens.manager }
  bossRole = (await one(`select id from role where merchant_id = $1 and letter = 'B'`)).id
})

const one = async (sql: string) => (await t.root.query(sql, [w.merchantId])).rows[0]

let serial = 0
type Entry = InputOf<typeof account.add>
const partner = (): Entry => ({
  mobile: `1381111${String(++serial).padStart(4, '0')}`,
  name: '合伙人',
  roleIds: [bossRole],
  storeScope: 0,
})
const add = (entry: Entry, headers: Record<string, string> = {}, by = owner) =>
  t.send(account.add, entry, { ...by, headers })
const idOf = (answer: Envelope) => (answer.data as { approvalId: string }).approvalId
const decide = (id: string, pass: boolean, by = manager) => t.send(approval.decide, { id, pass }, by)
const list = async (by: { token: string }) => (await t.call(approval.page, {}, by)).list
const made = async () =>
  (await one(`select count(*)::int as n from account where merchant_id = $1 and name = '合伙人'`)).n

describe('a deed for two', () => {
  it('is refused, kept for another to decide, and done once by repeating it', async () => {
    const entry = partner()
    const refused = await add(entry)
    expect(refused).toMatchObject({ errorCode: 1036, message: '需另一名有权限的人员确认', data: { readyAt: null } })
    expect(await made()).toBe(0)
    const id = idOf(refused)
    expect((await list(manager))[0]).toMatchObject({
      id,
      name: '授权角色',
      summary: '授予「合伙人」老板角色',
      requesterName: '测试owner',
      state: 0,
      mine: false,
      mayDecide: true,
      approvers: ['测试manager'],
    })
    expect(await decide(id, true)).toMatchObject({ success: true, data: { state: 1 } })
    const headers = { 'x-approval-id': id }
    expect(await add(entry, headers)).toMatchObject({ success: true })
    expect(await made()).toBe(1)
    const again = { ...entry, mobile: partner().mobile }
    expect(await add(again, headers)).toMatchObject({ errorCode: 1036 })
  })

  it('tells whoever may decide, and then the one who asked', async () => {
    const id = idOf(await add(partner()))
    const titles = async (by: { token: string }) =>
      (await t.call(contract.notify.page, {}, by)).list.map((notice) => notice.title)
    expect(await titles(manager)).toContain('授权角色待复核')
    expect(await titles({ token: w.tokens.clerk })).toEqual([])
    await decide(id, false)
    expect(await titles(owner)).toContain('授权角色已拒绝')
  })

  it('is not done with another input, by another person, after a refusal, or too late', async () => {
    const entry = partner()
    const id = idOf(await add(entry))
    await decide(id, true)
    const headers = { 'x-approval-id': id }
    expect(await add({ ...entry, name: '别的人' }, headers)).toMatchObject({ errorCode: 1036 })
    t.clock.advance(10 * MINUTE)
    const late = await add(entry, headers)
    expect(late).toMatchObject({ errorCode: 1036 })
    expect(idOf(late)).not.toBe(id)
    await decide(idOf(late), false)
    const refused = await add(entry, { 'x-approval-id': idOf(late) })
    expect(refused).toMatchObject({ errorCode: 1036 })
    expect(idOf(refused)).not.toBe(idOf(late))
    expect(await made()).toBe(0)
  })

  it('asked for twice is one request', async () => {
    const entry = partner()
    expect(idOf(await add(entry))).toBe(idOf(await add(entry)))
  })

  it('approved is done once though it is repeated at once', async () => {
    const entry = partner()
    const id = idOf(await add(entry))
    await decide(id, true)
    const answers = await Promise.all([1, 2, 3].map(() => add(entry, { 'x-approval-id': id })))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect(await made()).toBe(1)
  })
})

describe('a decision', () => {
  it('is for another who holds the key', async () => {
    const id = idOf(await add(partner()))
    expect(await decide(id, true, owner)).toMatchObject({ errorCode: 1036 })
    expect(await decide(id, true, { token: w.tokens.clerk })).toMatchObject({ errorCode: -4 })
    const other = await makeWorld(t, { name: '别家租车' })
    expect(await decide(id, true, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await list({ token: w.tokens.clerk })).toEqual([])
  })

  it('by two at once is the first one’s; the same again changes nothing', async () => {
    const second = { token: w.tokens.finance }
    await t.root.query(`update role set menu_ids = menu_ids || $2::int[] where merchant_id = $1 and letter = 'F'`, [
      w.merchantId,
      idsOf(['account.edit' satisfies MenuKey]),
    ])
    const id = idOf(await add(partner()))
    const answers = await Promise.all([decide(id, true), decide(id, false, second)])
    expect(answers.map((answer) => answer.errorCode).toSorted()).toEqual([-5, 0])
    const [pass, by] = answers[0]!.success ? [true, manager] : [false, second]
    expect(await decide(id, pass as boolean, by as typeof manager)).toMatchObject({ success: true })
  })

  it('comes too late after ten minutes', async () => {
    const id = idOf(await add(partner()))
    t.clock.advance(10 * MINUTE)
    expect((await list(manager))[0]).toMatchObject({ state: 3, mayDecide: false })
    expect(await decide(id, true)).toMatchObject({ errorCode: -5 })
  })
})

describe('where nobody else could decide', () => {
  beforeEach(async () => {
    await t.root.query(`update account set status = 0 where merchant_id = $1 and name = '测试manager'`, [w.merchantId])
  })

  it('it is done after ten minutes, with a code sent to the requester', async () => {
    const entry = partner()
    const refused = await add(entry)
    expect(refused.data).toMatchObject({ readyAt: t.clock.now() + 10 * MINUTE })
    const headers = { 'x-approval-id': idOf(refused) }
    expect(await add(entry, headers)).toMatchObject({ errorCode: 1036, data: { approvalId: idOf(refused) } })
    t.clock.advance(10 * MINUTE)
    expect(await add(entry, headers)).toMatchObject({ errorCode: 10014, message: '需要短信验证' })
    expect(await add(entry, { ...headers, 'x-step-up-code': '000000' })).toMatchObject({ errorCode: 1006 })
    await t.call(contract.session.sendCode, { scene: 'stepup' }, owner)
    const user = await one(`select user_id from account where merchant_id = $1 and parent_id = 0`)
    const { rows } = await t.root.query('select mobile_enc from app_user where id = $1', [user.userId])
    const code = await codeTo(t, t.kernel.vaults.platform.open('app_user.mobile', user.userId, rows[0].mobileEnc))
    // The code is spent when the call loses a race with another one, and begins again.
    await t.root.query(
      `create sequence attempt; grant usage on sequence attempt to tenant;
       create function lose_race() returns trigger language plpgsql as $$ begin
         if new.name = '合伙人' and nextval('attempt') = 1 then raise sqlstate '40001'; end if; return new; end $$;
       create trigger lose_race before insert on account for each row execute function lose_race()`,
    )
    expect(await add(entry, { ...headers, 'x-step-up-code': code })).toMatchObject({ success: true })
    expect((await t.root.query('select last_value::int as n from attempt')).rows).toEqual([{ n: 2 }])
    await t.root.query('drop trigger lose_race on account; drop function lose_race; drop sequence attempt')
    expect(await made()).toBe(1)
  })
})

describe('what needs two', () => {
  it('is taking the role from somebody, and every change of what it opens', async () => {
    const entry = partner()
    const id = idOf(await add(entry))
    await decide(id, true)
    const { id: accountId } = (await add(entry, { 'x-approval-id': id })).data as { id: string }
    const clerk = (await one(`select id from role where merchant_id = $1 and letter = 'C'`)).id
    const change = { id: accountId, version: 1, name: '合伙人', storeScope: 0 }
    expect(await t.send(account.edit, { ...change, roleIds: [clerk] }, owner)).toMatchObject({ errorCode: 1036 })
    expect(await t.send(account.edit, { ...change, roleIds: [bossRole, clerk] }, owner)).toMatchObject({
      success: true,
    })
    const menuIds = (await t.call(role.detail, { id: bossRole }, owner)).menuIds.filter(
      (menu) => menu !== menuOf('audit').id,
    )
    const refused = await t.send(role.auth, { roleId: bossRole, menuIds }, owner)
    expect(refused).toMatchObject({ errorCode: 1036 })
    const [request] = await list(owner)
    expect(request).toMatchObject({ summary: '修改「老板」角色：移除 操作日志', mine: true, mayDecide: false })
  })

  it('is no ordinary employee or role', async () => {
    const clerk = (await one(`select id from role where merchant_id = $1 and letter = 'C'`)).id
    expect(await add({ ...partner(), roleIds: [clerk] })).toMatchObject({ success: true })
    expect(await t.send(role.auth, { roleId: clerk, menuIds: idsOf(['order.list']) }, owner)).toMatchObject({
      success: true,
    })
  })
})

describe('the second person is another person', () => {
  const roleOf = async (letter: string) =>
    (await t.root.query('select id from role where merchant_id = $1 and letter = $2', [w.merchantId, letter])).rows[0]
      .id
  /** Invites somebody, who comes in at once. */
  async function hire(roleId: string, by = owner): Promise<{ id: string; token: string }> {
    const entry = { ...partner(), name: '新来的', roleIds: [roleId] }
    const { id } = await t.call(account.add, entry, by)
    const code = await codeTo(t, entry.mobile)
    const { token } = await t.call(contract.invitation.accept, { mobile: entry.mobile, code, agree: true }, {})
    return { id, token }
  }
  const hold = (id: string, roleId: string) =>
    t.root.query('update account set role_ids = array[$2::bigint] where id = $1', [id, roleId])
  const nobodyElse = () =>
    t.root.query(`update account set status = 0 where merchant_id = $1 and name = '测试manager'`, [w.merchantId])
  /** Whether anybody is waited for; otherwise the requester waits, and shows a code. */
  const isWaitedFor = async () => ((await add(partner())).data as { readyAt: number | null }).readyAt === null
  const mayDecide = async (by: { token: string }) => {
    const id = idOf(await add(partner()))
    const shown = (await list(by)).find((one) => one.id === id)?.mayDecide === true
    expect((await decide(id, true, by)).success, 'what is shown and what is done agree').toBe(shown)
    return shown
  }

  it('so no puppet decides: neither the copied role nor the role itself is given by one alone', async () => {
    await nobodyElse()
    // Copy of the owner's role, an employee with it, their sign-in, their yes: each was one person's doing before.
    expect(await t.send(role.copy, { roleId: bossRole, name: '影子' }, owner)).toMatchObject({ errorCode: 1036 })
    expect(await add({ ...partner(), roleIds: [await roleOf('M')] })).toMatchObject({ errorCode: 1036 })
    const { roleId } = await t.call(role.save, { name: '慢慢加' }, owner)
    const auth = (keys: MenuKey[]) => t.send(role.auth, { roleId, menuIds: idsOf(keys) }, owner)
    expect(await auth(['order.list', 'account.edit'])).toMatchObject({ errorCode: 1036 })
    expect(await auth(['order.list', 'role.edit'])).toMatchObject({ errorCode: 1036 })
    expect(await auth(['order.list', 'price'])).toMatchObject({ success: true })
    // Even one who holds the key by such a way does not count.
    const puppet = await hire(roleId)
    await hold(puppet.id, bossRole)
    expect(await mayDecide(puppet)).toBe(false)
    expect(await isWaitedFor()).toBe(false)
  })

  it('not before they have been here for a day', async () => {
    await nobodyElse()
    const { rows } = await t.root.query(
      `update account set role_ids = array[$2::bigint], confirmed_at = $3 where merchant_id = $1 and name = '测试service' returning id`,
      [w.merchantId, bossRole, new Date(t.clock.now() - 24 * HOUR + 1)],
    )
    expect(rows).toHaveLength(1)
    const service = { token: w.tokens.service }
    expect(await mayDecide(service)).toBe(false)
    expect(await isWaitedFor()).toBe(false)
    t.clock.advance(1)
    expect(await mayDecide(service)).toBe(true)
    expect(await isWaitedFor()).toBe(true)
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'enabled again',
      async () => {
        const id = await idOfManager()
        await t.call(account.setStatus, { id, status: 0 }, owner)
        t.clock.advance(DAY)
        await t.call(account.setStatus, { id, status: 1 }, owner)
      },
    ],
    [
      'given its key by another role',
      async () => {
        const id = await idOfManager()
        const given = await roleOf('F')
        await t.root.query('update role set menu_ids = $2 where id = $1', [given, idsOf(['account.edit'])])
        await t.root.query('update account set role_ids = array[$2::bigint] where id = $1', [id, await roleOf('C')])
        const entry = { id, version: 1, name: '测试manager', roleIds: [given], storeScope: 0 as const }
        const asked = idOf(await t.send(account.edit, entry, owner))
        await decide(asked, true, { token: w.tokens.finance })
        const done = await t.send(account.edit, entry, { ...owner, headers: { 'x-approval-id': asked } })
        expect(done).toMatchObject({ success: true })
      },
    ],
    [
      'given its key by a change of their role',
      async () => {
        const roleId = await roleOf('M')
        const before = await t.call(role.detail, { id: roleId }, owner)
        await t.root.query('update role set menu_ids = $2 where id = $1', [roleId, idsOf(['order.list'])])
        const boss = await t.root.query(
          `update account set role_ids = array[$2::bigint] where merchant_id = $1 and name = '测试finance'`,
          [w.merchantId, bossRole],
        )
        expect(boss.rowCount).toBe(1)
        const change = { roleId, menuIds: before.menuIds }
        const asked = idOf(await t.send(role.auth, change, owner))
        expect(await decide(asked, true, { token: w.tokens.finance })).toMatchObject({ success: true })
        const done = await t.send(role.auth, change, { ...owner, headers: { 'x-approval-id': asked } })
        expect(done).toMatchObject({ success: true })
      },
    ],
  ])('not for thirty days after they were %s by who asks', async (_, give) => {
    await give()
    manager = { token: await freshSession('测试manager') }
    expect(await mayDecide(manager)).toBe(false)
    t.clock.advance(30 * DAY - 1)
    owner = { token: await freshSession('测试owner') }
    manager = { token: await freshSession('测试manager') }
    expect(await mayDecide(manager)).toBe(false)
    t.clock.advance(1)
    expect(await mayDecide(manager)).toBe(true)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['switched off', async () => t.call(account.setStatus, { id: await idOfManager(), status: 0 }, owner)],
    ['removed', async () => t.call(account.remove, { id: await idOfManager() }, owner)],
  ])('so nobody is alone because it was %s a moment ago', async (_, take) => {
    await take()
    expect(await isWaitedFor()).toBe(true)
    t.clock.advance(DAY - 1)
    expect(await isWaitedFor()).toBe(true)
    t.clock.advance(1)
    expect(await isWaitedFor()).toBe(false)
  })

  it('and who was switched off and on again within a day decides as before', async () => {
    const id = await idOfManager()
    await t.call(account.setStatus, { id, status: 0 }, owner)
    await t.call(account.setStatus, { id, status: 1 }, owner)
    manager = { token: await freshSession('测试manager') }
    expect(await isWaitedFor()).toBe(true)
    expect(await mayDecide(manager)).toBe(true)
  })

  it('nor somebody whom one’s own people made; an honest colleague still decides', async () => {
    const giver = await roleOf('S')
    await t.root.query('update role set menu_ids = $2 where id = $1', [
      giver,
      [...defaultRoleOf('C').menuIds, ...idsOf(['account', 'account.edit'])],
    ])
    const clerk = await roleOf('C')
    const first = await hire(clerk)
    await hold(first.id, giver)
    const second = await hire(clerk, first)
    await hold(second.id, giver)
    t.clock.advance(25 * HOUR)
    expect(await mayDecide(second)).toBe(false)
    expect(await mayDecide(manager)).toBe(true)
  })

  const idOfManager = async () =>
    (await one(`select id from account where merchant_id = $1 and name = '测试manager'`)).id
  async function freshSession(name: string): Promise<string> {
    const { rows } = await t.root.query('select id, user_id from account where merchant_id = $1 and name = $2', [
      w.merchantId,
      name,
    ])
    return openSession(t.kernel, { merchantId: w.merchantId, userId: rows[0].userId, accountId: rows[0].id })
  }
})
