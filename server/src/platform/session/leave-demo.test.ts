import { contract } from '@cheyi/contract/index'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeLeftDemo } from '../../command/leave-demo.ts'
import { asGate } from '../../kernel/enter.ts'
import { openFiles } from '../../outside/storage/open.ts'
import { demoMerchants, OWNER } from '../../seed/seeded.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { codeTo } from '../../testing/sms.ts'
import { setInstallationFlag } from '../merchant/installation.ts'
import { createMerchant, createStaff } from '../merchant/provision.ts'
import { installCodeOf } from './leave-demo.ts'

/* The owner of a demo leaves it: who may, what is deleted, and what two who do it at once find. */

const { session } = contract
const CLERK = '13800000003'
const STRANGER = '13911110001'
const MINE = '13922330001'
let t: TestApp
let demo: string
let other: string

const found = async (name: string, mobile: string) => {
  const { merchantId, roles } = await createMerchant(t.commands, { name, status: 1 })
  const staff = { parentId: null, name: '陈立群', roleIds: [roles.B!], mobile, password: DEMO_PASSWORD }
  const { userId, accountId } = await createStaff(t.commands, merchantId, staff)
  await openFiles(t.kernel.config).write(`${merchantId}/photo.jpg`, Buffer.from('a photo'))
  return { merchantId, roles, userId, accountId }
}

beforeEach(async () => {
  t = await testApp({ now: Date.now() })
  await asGate(t.commands, ({ db }) => setInstallationFlag(db, 'autoApproveMerchants', true))
  const first = await found(demoMerchants[0], OWNER)
  const second = await found(demoMerchants[1], '13800000011')
  const clerk = {
    parentId: first.accountId,
    name: '李晓东',
    roleIds: [first.roles.C!],
    mobile: CLERK,
    password: DEMO_PASSWORD,
  }
  const { userId } = await createStaff(t.commands, first.merchantId, clerk)
  ;({ merchantId: other } = await found('我的租车', STRANGER))
  demo = first.merchantId
  const value = { merchants: [demo, second.merchantId], users: [first.userId, second.userId, userId] }
  await t.root.query(`insert into installation_setting values ('demoOf', $1)`, [JSON.stringify(value)])
})
afterEach(() => t.close())

async function formOf(mobile = MINE) {
  await t.call(session.sendCode, { mobile, scene: 'register' }, {})
  return {
    ...{ mobile, code: await codeTo(t, mobile), password: 'Sunny2026x', agree: true },
    ...{ merchantName: '晴天租车', contactName: '王晴', cityCode: '310100' },
    installCode: installCodeOf(t.kernel.vaults),
  }
}
const signIn = (mobile: string) => t.login(mobile, DEMO_PASSWORD)
const merchants = async () =>
  (await t.root.query('select name, status from merchant order by id')).rows.map(
    ({ name, status }) => `${name} ${status}`,
  )
const files = async () => {
  const names: string[] = []
  for await (const name of openFiles(t.kernel.config).names()) names.push(name)
  return names.toSorted()
}
const untouched = [`${demoMerchants[0]} 1`, `${demoMerchants[1]} 1`, '我的租车 1']

describe('leaving the demo', () => {
  it('deletes its merchants, and goes on signed in as the owner of an empty one', async () => {
    const token = await signIn(OWNER)
    const theirs = await signIn(STRANGER)
    const clerk = await signIn(CLERK)
    const { merchants: parts } = await t.call(session.demo, {}, { token })
    expect(parts).toEqual([
      { name: demoMerchants[0], orders: 0, vehicles: 0, persons: 0, accounts: 2, files: 0 },
      { name: demoMerchants[1], orders: 0, vehicles: 0, persons: 0, accounts: 1, files: 0 },
    ])
    const { token: mine, user } = await t.call(session.leaveDemo, await formOf(), { token })
    expect(user).toMatchObject({ merchantName: '晴天租车', merchantStatus: 1, parentId: '0' })
    expect(await t.call(session.userInfo, {}, { token: mine })).toMatchObject({ mobile: '139****0001' })
    expect(await merchants()).toEqual([`${demoMerchants[0]} 3`, `${demoMerchants[1]} 3`, '我的租车 1', '晴天租车 1'])
    for (const ended of [token, clerk])
      expect((await t.send(session.userInfo, {}, { token: ended })).success).toBe(false)
    const again = { mobile: OWNER, password: DEMO_PASSWORD, agree: true }
    expect((await t.send(session.login, again)).success).toBe(false)
    expect((await t.send(session.userInfo, {}, { token: theirs })).success).toBe(true)

    const owner = t.database.migratorUrl
    for (const atStart of [false, false, true, true]) await removeLeftDemo(t.kernel.config, owner, { atStart })
    expect(await merchants()).toEqual(['我的租车 1', '晴天租车 1'])
    expect(await files()).toEqual([`${other}/photo.jpg`])
    const left = await t.root.query('select count(*)::int as n from account where merchant_id = $1', [demo])
    expect(left.rows).toEqual([{ n: 0 }])
    expect((await t.call(session.userInfo, {}, { token: theirs })).merchantName).toBe('我的租车')
  })

  it('is refused to everybody else, and changes nothing then', async () => {
    const form = await formOf()
    const isRefused = async (mobile: string, code: number) => {
      const token = await signIn(mobile)
      expect((await t.call(session.demo, {}, { token })).merchants).toEqual([])
      expect((await t.send(session.leaveDemo, form, { token })).errorCode).toBe(code)
    }
    await isRefused(CLERK, -3)
    await isRefused(STRANGER, -5)
    // Of the demo's other merchant: what it sees is not its own.
    await isRefused('13800000011', -5)
    expect((await t.send(session.leaveDemo, form)).success).toBe(false)
    await removeLeftDemo(t.kernel.config, t.database.migratorUrl, { atStart: true })
    expect(await merchants()).toEqual(untouched)
  })

  it('wants a fresh proof, the number of the installation and the code of the mobile', async () => {
    const token = await signIn(OWNER)
    const form = await formOf()
    const wrong = await t.send(session.leaveDemo, { ...form, installCode: '00000000' }, { token })
    expect(wrong).toMatchObject({ errorCode: -2, data: { field: 'installCode' } })
    expect((await t.send(session.leaveDemo, { ...form, code: '000000' }, { token })).errorCode).toBe(1006)
    expect((await t.send(session.leaveDemo, { ...form, mobile: STRANGER }, { token })).success).toBe(false)
    expect(await merchants()).toEqual(untouched)
    t.clock.set(t.clock.now() + 11 * MINUTE)
    expect((await t.send(session.leaveDemo, form, { token })).errorCode).toBe(1007)
    expect(await merchants()).toEqual(untouched)
  })

  it('locks who guesses the number of the installation', async () => {
    const token = await signIn(OWNER)
    const form = { ...(await formOf()), installCode: '00000000' }
    const codes: number[] = []
    for (let n = 0; n < 11; n++) codes.push((await t.send(session.leaveDemo, form, { token })).errorCode)
    expect(codes.at(-1)).toBe(1002)
    const right = { ...form, installCode: installCodeOf(t.kernel.vaults) }
    expect((await t.send(session.leaveDemo, right, { token })).errorCode).toBe(1002)
  })

  it('happens once when two do it at once', async () => {
    const token = await signIn(OWNER)
    const forms = [await formOf(), await formOf('13922330002')]
    const answers = await Promise.all(forms.map((form) => t.send(session.leaveDemo, form, { token })))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect((await merchants()).filter((name) => name.startsWith('晴天租车'))).toHaveLength(1)
  })

  it('is nothing that a merchant can have by a name, nor an installation that is no demo', async () => {
    const token = await signIn(OWNER)
    const form = await formOf()
    await t.root.query(`delete from installation_setting where name = 'demoOf'`)
    expect((await t.call(session.demo, {}, { token })).merchants).toEqual([])
    expect((await t.send(session.leaveDemo, form, { token })).errorCode).toBe(-5)
    expect(await merchants()).toEqual(untouched)
  })
})
