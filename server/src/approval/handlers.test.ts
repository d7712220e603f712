import type { InputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { idsOf, type MenuKey, menuOf } from '@cheyi/domain/permission'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Envelope, type TestApp, testApp } from '../testing/app.ts'
import { codeTo } from '../testing/sms.ts'
import { makeWorld, type World } from '../testing/world.ts'

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
      name: '老板角色',
      summary: '授予「合伙人」老板角色',
      requesterName: '测试owner',
      state: 0,
      mine: false,
      mayDecide: true,
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
    expect(await titles(manager)).toContain('老板角色待复核')
    expect(await titles({ token: w.tokens.clerk })).toEqual([])
    await decide(id, false)
    expect(await titles(owner)).toContain('老板角色已拒绝')
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
    const { rows } = await t.root.query('select mobile_enc from app_user where id = $1', [user.user_id])
    const code = await codeTo(t, t.kernel.vaults.platform.open('app_user.mobile', user.user_id, rows[0].mobile_enc))
    expect(await add(entry, { ...headers, 'x-step-up-code': code })).toMatchObject({ success: true })
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
      (menu) => menu !== menuOf('dev').id,
    )
    const refused = await t.send(role.auth, { roleId: bossRole, menuIds }, owner)
    expect(refused).toMatchObject({ errorCode: 1036 })
    const [request] = await list(owner)
    expect(request).toMatchObject({ summary: '修改「老板」角色：移除 开发测试', mine: true, mayDecide: false })
  })

  it('is no ordinary employee or role', async () => {
    const clerk = (await one(`select id from role where merchant_id = $1 and letter = 'C'`)).id
    expect(await add({ ...partner(), roleIds: [clerk] })).toMatchObject({ success: true })
    expect(await t.send(role.auth, { roleId: clerk, menuIds: idsOf(['order.list']) }, owner)).toMatchObject({
      success: true,
    })
  })
})
