import { contract } from '@cheyi/contract/index'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asGate } from '../kernel/enter.ts'
import { setInstallationFlag } from '../platform/merchant/installation.ts'
import { createMerchant, createStaff, createUser } from '../platform/merchant/provision.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { launch, startServer, stopServers } from '../testing/servers.ts'
import { openSession } from '../testing/session.ts'
import { codeTo } from '../testing/sms.ts'
import { OPERATOR, OWNER, switchDemoPeople } from './seeded.ts'

/** A mobile of the demo's that belongs to somebody who never had its password. */
const SOMEBODY = '13800000002'

let t: TestApp

beforeAll(async () => {
  t = await testApp({ now: Date.now(), env: { DEMO: 'off' } })
})
afterAll(() => t.close())

it('a server without the demo ends what its people had open, and lets none of them in by a code', async () => {
  const { merchantId, roles } = await createMerchant(t.commands, { name: '演示租车', status: 1 })
  const staff = { parentId: null, name: '陈立群', roleIds: [roles.B!] }
  await createUser(t.commands, { mobile: OPERATOR, password: DEMO_PASSWORD, operator: true })
  const demo = await createStaff(t.commands, merchantId, { ...staff, mobile: OWNER, password: DEMO_PASSWORD })
  const other = await createStaff(t.commands, merchantId, { ...staff, mobile: SOMEBODY, password: 'Aa7-own-words' })
  const tokens = await Promise.all([demo, other].map((who) => openSession(t.kernel, who)))
  const isIn = async (token: string) => (await t.send(contract.session.userInfo, {}, { token })).success
  expect(await Promise.all(tokens.map(isIn))).toEqual([true, true])

  const { dataDir } = t.kernel.config
  await stopServers([await startServer({ DATA_DIR: dataDir, DATABASE_URL: t.database.migratorUrl })])
  for (const token of tokens) t.kernel.identities.forget(token)
  expect(await Promise.all(tokens.map(isIn))).toEqual([false, true])

  const byCode = async (mobile: string) => {
    await t.call(contract.session.sendCode, { mobile, scene: 'login' }, {})
    const code = await codeTo(t, mobile)
    t.clock.advance(2 * MINUTE)
    return (await t.send(contract.session.loginByCode, { mobile, code, agree: true })).errorCode
  }
  expect([await byCode(OPERATOR), await byCode(OWNER), await byCode(SOMEBODY)]).toEqual([1006, 1006, 0])

  // The demo once more.
  expect(await switchDemoPeople(t.kernel, true)).toBe(2)
  expect(await byCode(OWNER)).toBe(0)
}, 60_000)

it('a demo that is half loaded in a database of others is not served', async () => {
  await asGate(t.commands, ({ db }) => setInstallationFlag(db, 'demoUnfinished', true))
  const { dataDir } = t.kernel.config
  const server = launch({ DATA_DIR: dataDir, DATABASE_URL: t.database.migratorUrl, DEMO: 'on' })
  expect([await server.ended(), server.output()]).toEqual([75, expect.stringContaining('npm run seed -- --yes')])
}, 60_000)
