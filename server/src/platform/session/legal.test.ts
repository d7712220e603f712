import { contract } from '@cheyi/contract/index'
import { legalFile } from '@cheyi/domain/platform/session/legal-file'
import { privacyPolicy } from '@cheyi/domain/platform/session/legal-privacy'
import { serviceAgreement } from '@cheyi/domain/platform/session/legal-service'
import { addDays, localDate, startOfDate } from '@cheyi/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asGate } from '../../kernel/enter.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { legalText, legalVersions, planLegalText, publishLegalText } from './legal.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const shown = (type: 'privacy' | 'service') => t.call(contract.session.legal, { type }, {})
const dayAhead = (days: number) => addDays(localDate(t.clock.now()), days)
/** The privacy text with one more sentence before its sections. */
const file = (sentence: string) => legalFile({ ...privacyPolicy, preamble: [...privacyPolicy.preamble, sentence] })
const asked = (version: string, effectiveOn: string, sentence = '新增一句。') => ({
  type: 'privacy' as const,
  file: file(sentence),
  version,
  effectiveOn,
})
const publish = (...given: Parameters<typeof asked>) =>
  asGate(t.commands, ({ db }) =>
    publishLegalText(db, asked(...given), { name: '王晴', note: '新增说明', now: t.clock.now() }),
  )

it('shows the first versions until an operator publishes another', async () => {
  const { preamble, sections, version } = serviceAgreement
  const service = await shown('service')
  expect(service).toMatchObject({
    title: '服务协议',
    version,
    preamble: preamble.map((text) => ({ text, list: [], table: [] })),
    sections: sections.map(({ heading }) => ({ heading })),
    updatedAt: startOfDate(serviceAgreement.updatedOn),
    effectiveAt: startOfDate(serviceAgreement.effectiveOn),
  })
  expect(service.html).toContain(`<h2>${sections[0]!.heading}</h2>`)
})

it('refuses a text that is not new, and a date that is earlier than the notice period of the text in force allows', async () => {
  for (const version of ['1.0', '0.9', '1', '', '1.01', 'v2'])
    await expect(publish(version, dayAhead(7))).rejects.toThrow('版本应为大于1.0的数字，如1.1')
  await expect(publish('1.1', dayAhead(6))).rejects.toThrow(`生效日期不能早于${dayAhead(7)}`)
  for (const date of ['', '2027-02-30', '明天']) await expect(publish('1.1', date)).rejects.toThrow('生效日期应如')
  const same = { type: 'privacy', file: legalFile(privacyPolicy), version: '1.1', effectiveOn: dayAhead(7) } as const
  await expect(asGate(t.commands, ({ db }) => planLegalText(db, same, t.clock.now()))).rejects.toThrow('未作改动')
  await expect(
    asGate(t.commands, ({ db }) => planLegalText(db, { ...same, type: 'service' }, t.clock.now())),
  ).rejects.toThrow('第一行应为“# 服务协议”')
  expect((await t.root.query('select from legal_text')).rowCount).toBe(0)
})

it('shows a new version from its effective date, and keeps every version readable', async () => {
  const day = dayAhead(7)
  const plan = await asGate(t.commands, ({ db }) => planLegalText(db, asked('1.1', day), t.clock.now()))
  expect(plan).toMatchObject({ before: { version: '1.0' }, added: [], removed: [], changed: [''] })
  expect((await t.root.query('select from legal_text')).rowCount).toBe(0)

  await publish('1.1', day, '这一句写错了。')
  // A corrected text for the same date: the later version replaces the earlier one.
  await publish('1.2', day, '这一句是对的。')
  await expect(publish('1.3', addDays(day, -1))).rejects.toThrow('生效日期不能早于')
  expect(await shown('privacy')).toMatchObject({ version: '1.0' })

  t.clock.set(startOfDate(day) - 1)
  expect(await shown('privacy')).toMatchObject({ version: '1.0' })
  t.clock.set(startOfDate(day))
  const now = await shown('privacy')
  expect(now).toMatchObject({ version: '1.2', effectiveAt: startOfDate(day) })
  expect(now.preamble.map(({ text }) => text)).toEqual([...privacyPolicy.preamble, '这一句是对的。'])
  expect(now.html).toContain('<p>这一句是对的。</p>')
  expect(now.sections.map(({ heading }) => heading)).toEqual(privacyPolicy.sections.map(({ heading }) => heading))
  expect(await shown('service')).toMatchObject({ version: '1.0' })

  const { versions, before } = await asGate(t.commands, async ({ db }) => ({
    versions: await legalVersions(db, 'privacy'),
    before: await legalText(db, 'privacy', startOfDate(day) - 1),
  }))
  expect(versions.map(({ version }) => version)).toEqual(['1.2', '1.1', '1.0'])
  // The version that a user accepted the day before is the one that was shown then.
  expect(before).toEqual(privacyPolicy)
  const { rows } = await t.root.query(`select detail from platform_log where action = 'operator.legal' order by id`)
  expect(rows.map(({ detail }) => detail)).toEqual([
    { name: '王晴', note: '新增说明', type: 'privacy', version: '1.1', effectiveOn: day, after: '1.0' },
    { name: '王晴', note: '新增说明', type: 'privacy', version: '1.2', effectiveOn: day, after: '1.1' },
  ])
})

it('does not allow changing or removing a published version', async () => {
  for (const change of [
    asGate(t.commands, ({ db }) => db.updateTable('legalText').set({ version: '9.9' }).execute()),
    asGate(t.commands, ({ db }) => db.deleteFrom('legalText').execute()),
  ])
    await expect(change).rejects.toThrow('permission denied')
  const { rows } = await t.root.query(
    `select grantee, privilege_type as may from information_schema.role_table_grants
      where table_name = 'legal_text' and grantee in ('tenant', 'gate') order by 1, 2`,
  )
  expect(rows).toEqual([
    { grantee: 'gate', may: 'INSERT' },
    { grantee: 'gate', may: 'SELECT' },
    { grantee: 'tenant', may: 'SELECT' },
  ])
})
