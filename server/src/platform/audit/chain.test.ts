import { contract } from '@cheyi/contract/index'
import { auditResults } from '@cheyi/domain/platform/audit/words'
import { notifyType } from '@cheyi/domain/platform/notify/notice'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newClient } from '../../kernel/db/pools.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { chainAll } from './chain.ts'
import { firstBreak } from './check.ts'

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  w = await makeWorld(t)
})

const { role } = contract
const owner = () => ({ token: w.tokens.owner })

/** Leaves a row in the log. */
const save = (name: string) => t.call(role.save, { name }, owner())

const rowsOf = async (sql: string, values: unknown[] = [w.merchantId]) => (await t.root.query(sql, values)).rows
const logged = () => rowsOf('select id from audit where merchant_id = $1 order by xid, id')
const linked = () => rowsOf('select seq, audit_id as id from audit_chain where merchant_id = $1 order by seq')

/** Other databases of the cluster hold the horizon back for a moment. */
const chained = (rows: number, run = () => chainAll(t.jobs)) =>
  inTheEnd(async () => {
    await run()
    expect(await linked()).toHaveLength(rows)
  })

const breakOf = (since = t.clock.now() - MINUTE) =>
  asMerchant(t.kernel, w.merchantId, async ({ query }) =>
    firstBreak(query, await t.kernel.outside.anchors.last(w.merchantId), since),
  )

describe('the chain', () => {
  it('links every row once, in the order of the log, whoever runs it and however many at once', async () => {
    for (const name of ['甲角色', '乙角色', '丙角色']) await save(name)
    await chained(3, async () => {
      await Promise.all([chainAll(t.jobs), chainAll(t.jobs), chainAll(t.jobs)])
    })
    await save('丁角色')
    await chained(4)
    expect((await linked()).map((link) => link.id)).toEqual((await logged()).map((row) => row.id))
    expect((await linked()).map((link) => link.seq)).toEqual(['1', '2', '3', '4'])
    expect(await breakOf()).toBeNull()
  })

  it('goes on from its last link by number, not by text, where 9 is behind 10', async () => {
    const before = (await linked()).length
    for (let more = 1; before + more <= 11; more++) {
      await save(`第${more}角色`)
      await chained(before + more)
    }
    expect((await linked()).map((link) => link.seq)).toEqual(Array.from({ length: 11 }, (_, at) => String(at + 1)))
  })

  it('waits for what was begun before: nothing is ever put in behind', async () => {
    await save('甲角色')
    await chained(1)
    const slow = newClient({ connectionString: t.database.migratorUrl })
    await slow.connect()
    await slow.query('begin')
    await slow.query(`insert into audit (merchant_id, account_id, action) values ($1, 0, 'test.slow')`, [w.merchantId])
    await save('乙角色')
    await chainAll(t.jobs)
    expect(await linked()).toHaveLength(1)
    await slow.query('commit')
    await slow.end()
    await chained(3)
    expect(await breakOf()).toBeNull()
  })
})

describe('the nightly check', () => {
  beforeEach(async () => {
    for (const name of ['甲角色', '乙角色', '丙角色']) await save(name)
    await chained(3)
  })

  it('finds what was changed, taken away or put in between', async () => {
    const [first, second, third] = await logged()
    await t.root.query(`update audit set name = '别人' where id = $1`, [second.id])
    expect(await breakOf()).toEqual({ place: '2', why: 'changed' })
    await t.root.query(`update audit set name = '测试owner' where id = $1`, [second.id])
    expect(await breakOf()).toBeNull()

    await t.root.query('delete from audit where id = $1', [third.id])
    expect(await breakOf()).toEqual({ place: '3', why: 'missing' })
    // Three years later that is as it should be.
    expect(await breakOf(t.clock.now() + MINUTE)).toBeNull()

    await t.root.query('delete from audit_chain where audit_id = $1', [third.id])
    await t.root.query(
      `insert into audit (merchant_id, id, account_id, action, xid) select merchant_id, id - 1, 0, 'test.late', xid from audit where id = $1`,
      [first.id],
    )
    expect(await breakOf()).toEqual({ place: String(BigInt(first.id) - 1n), why: 'smuggled' })
  })

  it('tells those who read the log, and the platform; whole, it leaves an anchor that a new chain does not meet', async () => {
    await runMerchants(t, 'auditCheck')
    const anchor = await t.kernel.outside.anchors.last(w.merchantId)
    expect(anchor).toMatchObject({ day: '2026-11-20', seq: '3', hash: expect.stringMatching(/^[\da-f]{64}$/) })
    expect(await breakOf()).toBeNull()

    // Whoever owns the database changes a row and makes the whole chain anew.
    await t.root.query(`update audit set ip = '10.0.0.1' where merchant_id = $1`, [w.merchantId])
    await t.root.query('delete from audit_chain where merchant_id = $1', [w.merchantId])
    await chained(3)
    expect(await breakOf()).toEqual({ place: '3', why: 'anchor' })

    for (let run = 0; run < 2; run++) await runMerchants(t, 'auditCheck')
    const { list } = await t.call(contract.notify.page, {}, owner())
    expect(list).toMatchObject([{ type: notifyType.security, title: '操作日志校验未通过', link: '/audit' }])
    expect(await rowsOf(`select detail ->> 'why' as why from platform_log where detail ->> 'merchantId' = $1`)).toEqual(
      [{ why: 'anchor' }, { why: 'anchor' }],
    )
    expect(await t.kernel.outside.anchors.last(w.merchantId)).toEqual(anchor)
  })
})

describe('the months of the log', () => {
  const months = () =>
    rowsOf(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'audit'::regclass and c.relname <> 'audit_rest' order by 1`,
      [],
    ).then((rows) => rows.map((row) => row.name))

  it('are made ahead, take in what had none, and go after three years', async () => {
    const make = (day: string) => t.root.query('select audit_months($1)', [`${day}T12:00:00+08:00`])
    t.clock.set(Date.parse('2031-03-31T23:59:00+08:00'))
    await save('甲角色')
    const partOf = () => rowsOf('select tableoid::regclass::text as part from audit where merchant_id = $1')
    expect(await partOf()).toEqual([{ part: 'audit_rest' }])
    await make('2031-04-10')
    expect(await partOf()).toEqual([{ part: 'audit_2031_03' }])
    expect(await months()).toEqual(['audit_2031_03', 'audit_2031_04', 'audit_2031_05', 'audit_2031_06'])
    await save('乙角色')
    await make('2034-04-01')
    expect(await months()).not.toContain('audit_2031_03')
    expect(await months()).toContain('audit_2031_04')
    expect(await partOf()).toEqual([])
  })
})

describe('who could not come in', () => {
  it('is shown to the owner: a wrong password, a wrong code, a call refused', async () => {
    const [clerk] = await rowsOf(`select id, user_id from account where merchant_id = $1 and name = '测试clerk'`)
    const sealed = (await rowsOf('select mobile_enc from app_user where id = $1', [clerk.userId]))[0].mobileEnc
    const mobile = t.kernel.vaults.platform.open('app_user.mobile', clerk.userId, sealed)
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' }
    const { login, loginByCode } = contract.session
    await t.send(login, { mobile, password: 'Wrong2026', agree: true }, { headers })
    await t.send(loginByCode, { mobile, code: '000000', agree: true }, { headers })
    // Nobody's: the platform's log alone has it.
    await t.send(login, { mobile: '13700000000', password: 'Wrong2026', agree: true }, { headers })
    await t.send(role.save, { name: '我不能' }, { token: w.tokens.clerk })

    const { signInFailed, refused } = auditResults.code
    const page = async (result: number) => (await t.call(contract.audit.page, { result: result as 1 }, owner())).list
    expect(await page(signInFailed)).toMatchObject([
      { name: '测试clerk', resultName: '验证码错误或已过期' },
      {
        name: '测试clerk',
        targetId: clerk.id,
        ip: '127.0.0.1',
        device: 'iPhone · Safari',
        resultName: '账号或密码错误',
      },
    ])
    expect(await page(refused)).toMatchObject([{ name: '测试clerk', resultName: '无操作权限' }])
    expect(
      await rowsOf(`select result from platform_log where user_id is null and action = 'session.login'`, []),
    ).toEqual([{ result: 'wrongPassword' }])
  })
})
