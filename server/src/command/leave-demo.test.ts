import { contract } from '@cheyi/contract/index'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../kernel/postgres/connect.ts'
import { openFiles } from '../outside/storage/open.ts'
import { createMerchant, createStaff } from '../platform/merchant/provision.ts'
import { emptyDemo } from '../seed/empty.ts'
import { demoMerchants, OWNER } from '../seed/seeded.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { startServer, stopServers } from '../testing/servers.ts'
import { demoContent, leaveDemo, leaveText, requireStopped } from './leave-demo.ts'

const OWN_PASSWORD = 'Aa7-own-words'
let t: TestApp

beforeAll(async () => {
  t = await testApp({ now: Date.now(), env: { DEMO: 'off' } })
})
afterAll(() => t.close())

const found = async (name: string, mobile: string, password: string) => {
  const { merchantId, roles } = await createMerchant(t.commands, { name, status: 1 })
  const staff = { parentId: null, name: '陈立群', roleIds: [roles.B!] }
  await createStaff(t.commands, merchantId, { ...staff, mobile, password })
  await openFiles(t.kernel.config).write(`${merchantId}/photo.jpg`, Buffer.from('a photo'))
  return merchantId
}

const merchantsLeft = async () =>
  (await t.root.query('select name from merchant order by id')).rows.map(({ name }) => name)

it('deletes the merchants of the demo and nothing else, and no server brings the demo or its people back', async () => {
  const demo = await found(demoMerchants[0], OWNER, DEMO_PASSWORD)
  const own = await found('我的租车', '13911110001', OWN_PASSWORD)
  // Somebody whose merchant happens to be called as one of the demo's.
  const sameName = await found(demoMerchants[2], '13911110002', OWN_PASSWORD)
  const content = await demoContent(t.kernel, t.database.migratorUrl)
  expect(content).toMatchObject({
    merchants: [{ id: demo, name: demoMerchants[0], orders: 0, vehicles: 0 }],
    others: ['我的租车', demoMerchants[2]],
  })
  expect(leaveText(content)).toContain(`${demoMerchants[0]}：0 个订单、0 辆车、0 位客户`)
  expect(leaveText(content)).toContain(`保留：我的租车、${demoMerchants[2]}`)

  await leaveDemo(t.commands, t.database.migratorUrl, content)
  expect(await merchantsLeft()).toEqual(['我的租车', demoMerchants[2]])
  const names: string[] = []
  for await (const name of openFiles(t.kernel.config).names()) names.push(name)
  expect(names.toSorted()).toEqual([`${own}/photo.jpg`, `${sameName}/photo.jpg`].toSorted())
  const accounts = 'select count(*)::int as n from account where merchant_id = $1'
  expect((await t.root.query(accounts, [demo])).rows).toEqual([{ n: 0 }])
  expect((await t.root.query(accounts, [own])).rows).toEqual([{ n: 1 }])

  const { dataDir } = t.kernel.config
  const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: t.database.migratorUrl, DEMO: 'on' })
  const isIn = async (mobile: string, password: string) =>
    (await t.send(contract.session.login, { mobile, password, agree: true })).success
  expect(await isIn(OWNER, DEMO_PASSWORD)).toBe(false)
  expect(await isIn('13911110001', OWN_PASSWORD)).toBe(true)
  expect(server.output()).not.toContain('演示账号')
  await stopServers([server])
  expect(await merchantsLeft()).toEqual(['我的租车', demoMerchants[2]])
}, 60_000)

it('refuses while servers are connected', async () => {
  await using client = await connect(t.database.migratorUrl)
  await expect(requireStopped(client)).rejects.toThrow('请先停止')
})

it('does not empty the library of models, which a migration filled, when the demo is loaded anew', async () => {
  const library = async () => (await t.root.query('select count(*)::int as n from model_library')).rows[0].n
  const before = await library()
  expect(before).toBeGreaterThan(50)
  await t.root.query('delete from merchant')
  await emptyDemo(t.database.migratorUrl, t.kernel.config)
  expect(await library()).toBe(before)
}, 60_000)
