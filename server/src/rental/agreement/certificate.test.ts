import { contract } from '@cheyi/contract/index'
import { DAY } from '@cheyi/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openP12 } from '../../outside/paper/p12.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { P12_PASSWORD, p12Files } from '../../testing/p12-files.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

const { certificates, saveCertificate, retireCertificate } = contract.agreement

let t: TestApp
let w: World
let other: World
let owner: { token: string }

beforeAll(async () => {
  t = await testApp()
  // The example files are valid from the day on which they were made.
  t.clock.set(Date.parse('2026-12-01T10:00:00+08:00'))
  w = await makeWorld(t)
  other = await makeWorld(t, { name: '别家租车' })
  owner = { token: w.tokens.owner }
})
afterAll(() => t.close())

const save = (p12: string, password = P12_PASSWORD, by = owner) => t.send(saveCertificate, { p12, password }, by)

it('takes a company’s own certificate over, and signs by it before its own making', async () => {
  expect(await t.call(certificates, {}, owner)).toEqual([])
  const saved = await save(p12Files.good)
  expect(saved).toMatchObject({
    success: true,
    data: { issuer: 'Test CA', serial: '1001', selfIssued: false, current: true, retiredAt: null },
  })
  // The same again is the same one.
  expect((await save(p12Files.good)).data).toEqual(saved.data)
  expect(await t.call(certificates, {}, owner)).toHaveLength(1)

  const certificateId = (saved.data as { certificateId: string }).certificateId
  await t.call(retireCertificate, { certificateId }, owner)
  expect(await t.call(certificates, {}, owner)).toMatchObject([{ current: false, retiredAt: t.clock.now() }])
  expect((await save(p12Files.good)).data).toMatchObject({ certificateId, current: true, retiredAt: null })
})

it('keeps the key sealed, and the password nowhere', async () => {
  const { rows } = await t.root.query('select key_enc, chain, certificate from merchant_certificate')
  const { privateKey } = await openP12(Buffer.from(p12Files.good, 'base64'), P12_PASSWORD)
  expect(rows[0].keyEnc.includes(privateKey.subarray(40, 80))).toBe(false)
  expect(rows[0].chain).toHaveLength(1)
  const audit = await t.root.query(`select before, after from audit where action = 'agreement.saveCertificate'`)
  expect(audit.rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(audit.rows)).not.toContain(P12_PASSWORD)
  expect(JSON.stringify(audit.rows)).not.toContain(p12Files.good.slice(100, 160))
})

it.each([
  ['a wrong password', p12Files.good, 'Falsch-1', 'password', '证书密码不正确'],
  ['no certificate at all', Buffer.from('hello').toString('base64'), P12_PASSWORD, 'p12', '文件不是p12或pfx证书'],
  ['one that may not sign', p12Files.tls, P12_PASSWORD, 'p12', '该证书不能用于签名，请选择签名证书'],
  ['an old cipher', p12Files.old, P12_PASSWORD, 'p12', '加密方式过旧'],
])('refuses %s', async (_, p12, password, field, text) => {
  const answer = await save(p12, password)
  expect(answer).toMatchObject({ errorCode: -2, data: { field } })
  expect(answer.message).toContain(text)
})

it('refuses another company’s, and one outside its time', async () => {
  const foreign = await save(p12Files.good, P12_PASSWORD, { token: other.tokens.owner })
  expect(foreign.message).toContain('证书持有人是「测试租车」，与商家名称「别家租车」不一致')
  const now = t.clock.now()
  t.clock.set(Date.parse('2026-11-21T10:00:00+08:00'))
  expect((await save(p12Files.good)).message).toContain('还不能使用')
  t.clock.set(now)
})

it('is told of before it ends, once for each time, to who sets the merchant up', async () => {
  const told = async (daysLeft: number): Promise<string[]> => {
    const end = new Date(t.clock.now() + daysLeft * DAY)
    await t.root.query('update merchant_certificate set not_after = $1 where not self_issued', [end])
    await runMerchants(t, 'certificateExpiry')
    await runMerchants(t, 'certificateExpiry')
    const { rows } = await t.root.query(`select title from notification where ref like 'certificate/%' order by id`)
    return rows.map(({ title }) => title)
  }
  expect(await told(31)).toEqual([])
  expect(await told(30)).toEqual(['合同签名证书将于2026-12-31到期'])
  expect(await told(29)).toHaveLength(1)
  expect(await told(6)).toHaveLength(2)
  expect(await told(0)).toEqual([expect.any(String), expect.any(String), '合同签名证书已于2026-12-01到期'])
  await t.root.query(`update merchant_certificate set not_after = '2126-01-01' where not self_issued`)
})

it('is for who sets the merchant up, and of one merchant', async () => {
  expect(await save(p12Files.good, P12_PASSWORD, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
  const [mine] = await t.call(certificates, {}, owner)
  const input = { certificateId: mine!.certificateId }
  expect(await t.send(retireCertificate, input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
})
