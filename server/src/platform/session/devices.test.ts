import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'
import { createUser } from '../merchant/provision.ts'

sharedMerchant()

const { devices, endSession, userInfo, createTicket, useTicket, switchMerchant, login } = contract.session
const isIn = async (token: string) => (await t.send(userInfo, {}, { token })).success
const operator = (mobile: string) => createUser(t.commands, { mobile, password: 'Cheyi2026', operator: true })

describe('devices', () => {
  it('are listed by device type, and can be signed out one by one', async () => {
    const mobile = '13944440001'
    await operator(mobile)
    const phone = await t.send(
      login,
      { mobile, password: 'Cheyi2026', agree: true },
      { headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1' } },
    )
    const here = await t.login(mobile)
    const { list } = await t.call(devices, {}, { token: here })
    expect(list.map(({ device, current }) => [device, current])).toEqual([
      ['未知设备', true],
      ['iPhone · Safari', false],
    ])
    await t.call(endSession, { sessionId: list[1]!.id }, { token: here })
    const { token } = phone.data as { token: string }
    expect([await isIn(token), await isIn(here)]).toEqual([false, true])
  })

  it('of an employee can be managed by users with the right to edit accounts', async () => {
    const { accountId } = await t.call(userInfo, {}, { token: w.tokens.clerk })
    const asked = { accountId: accountId! }
    expect((await t.send(devices, asked, { token: w.tokens.finance })).errorCode).toBe(-3)
    const { list } = await t.call(devices, asked, { token: w.tokens.owner })
    expect(list).toHaveLength(1)
    expect((await t.send(endSession, { sessionId: list[0]!.id }, { token: w.tokens.finance })).errorCode).toBe(-3)
    await t.call(endSession, { sessionId: list[0]!.id }, { token: w.tokens.owner })
    expect(await isIn(w.tokens.clerk)).toBe(false)
  })

  it('of another merchant are not found', async () => {
    const other = await makeWorld(t, { name: '别家租车' })
    const { accountId } = await t.call(userInfo, {}, { token: other.tokens.manager })
    const { list } = await t.call(devices, { accountId: accountId! }, { token: other.tokens.owner })
    const { owner } = w.tokens
    expect((await t.send(devices, { accountId }, { token: owner })).errorCode).toBe(-4)
    expect((await t.send(endSession, { sessionId: list[0]!.id }, { token: owner })).errorCode).toBe(-4)
    expect(await isIn(other.tokens.manager)).toBe(true)
  })
})

describe('the devices of a user with more rights', () => {
  it('are neither shown to nor ended by a user without those rights, even if they may edit accounts', async () => {
    const other = await makeWorld(t, { name: '有别租车' })
    const manager = { token: other.tokens.manager }
    const rows = await t.root.query(
      `select a.id, s.id as session from account a join login_session s on s.account_id = a.id
        where a.merchant_id = $1 and a.name = any ($2) order by a.name desc`,
      [other.merchantId, ['测试owner', '测试clerk']],
    )
    const [boss, clerk] = rows.rows
    expect(await t.send(devices, { accountId: boss.id }, manager)).toMatchObject({ errorCode: 1031 })
    expect(await t.send(endSession, { sessionId: boss.session }, manager)).toMatchObject({ errorCode: 1031 })
    expect(await t.call(contract.account.detail, { id: boss.id }, manager)).toMatchObject({ sessions: null })
    expect(await isIn(other.tokens.owner)).toBe(true)
    expect((await t.call(devices, { accountId: clerk.id }, manager)).list).toHaveLength(1)
    await t.call(endSession, { sessionId: clerk.session }, manager)
    expect(await isIn(other.tokens.clerk)).toBe(false)
  })
})

describe('a session', () => {
  it('ends after a week without a call, and after thirty days in any case', async () => {
    const mobile = '13944440002'
    await operator(mobile)
    const [idle, busy] = [await t.login(mobile), await t.login(mobile)]
    for (let day = 0; day < 29; day += 5) {
      t.clock.advance(5 * DAY)
      expect(await isIn(busy)).toBe(day < 25)
    }
    expect(await isIn(idle)).toBe(false)
  })

  it('that ended after a week is not extended by a server that had cached it', async () => {
    const mobile = '13944440014'
    await operator(mobile)
    const idle = await t.login(mobile)
    expect(await isIn(idle)).toBe(true)
    t.clock.advance(7 * DAY + MINUTE)
    expect(await isIn(idle)).toBe(false)
    expect(await isIn(idle)).toBe(false)
  })

  it('of the native shell lives longer', async () => {
    const mobile = '13944440003'
    await operator(mobile)
    const answer = await t.call(login, { mobile, password: 'Cheyi2026', agree: true, native: true }, {})
    t.clock.advance(20 * DAY)
    expect(await isIn(answer.token)).toBe(true)
    expect(answer.expireAt - t.clock.now()).toBe(70 * DAY)
  })
})

describe('a ticket', () => {
  it('signs its creator in to another shell once, within a minute', async () => {
    const { manager } = w.tokens
    await t.root.query(`update login_session set idle_expire_at = '2028-01-01', absolute_expire_at = '2028-01-01'`)
    const { ticket } = await t.call(createTicket, { path: '/order?status=3' }, { token: manager })
    expect(ticket).toMatch(/^tk_/)
    const used = await t.call(useTicket, { ticket }, {})
    expect(used.path).toBe('/order?status=3')
    expect(await t.call(userInfo, {}, { token: used.token })).toMatchObject({ roleNames: ['店长'] })
    expect((await t.send(useTicket, { ticket })).errorCode).toBe(1009)
    const late = await t.call(createTicket, { path: '/' }, { token: manager })
    t.clock.advance(MINUTE)
    expect((await t.send(useTicket, { ticket: late.ticket })).errorCode).toBe(1009)
  })

  it('accepts only pages of our own', async () => {
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'order'])
      expect((await t.send(createTicket, { path }, { token: w.tokens.manager })).errorCode).toBe(-2)
  })
})

describe('an operator', () => {
  const mobile = '13944440004'

  it('enters for four hours, is logged, and can only read', async () => {
    const id = await operator(mobile)
    await t.root.query('insert into operator_merchant (user_id, merchant_id) values ($1, $2)', [id, w.merchantId])
    const entered = await t.call(
      switchMerchant,
      { merchantId: w.merchantId, ticketNo: 'T-100' },
      { token: await t.login(mobile) },
    )
    const { token } = entered
    expect(entered.user.assist).toEqual({ until: t.clock.now() + 4 * HOUR, writes: false })
    const { rows } = await t.root.query(
      `select name, after from audit where merchant_id = $1 and action = 'session.assist'`,
      [w.merchantId],
    )
    expect(rows).toEqual([{ name: '平台运营', after: { operatorId: id, ticketNo: 'T-100' } }])
    expect((await t.send(contract.store.list, {}, { token })).success).toBe(true)
    const remark = { orderId: '1', content: '代为备注' }
    expect((await t.send(contract.order.saveRemark, remark, { token })).errorCode).toBe(-3)

    // With the merchant's consent the call is processed normally.
    const until = t.clock.now() + HOUR
    await t.root.query(
      `update merchant set settings = settings || jsonb_build_object('operatorWriteUntil', $2::bigint) where id = $1`,
      [w.merchantId, until],
    )
    expect((await t.call(userInfo, {}, { token })).assist).toMatchObject({ writes: true })
    expect((await t.send(contract.order.saveRemark, remark, { token })).errorCode).toBe(2002)
    t.clock.advance(HOUR)
    expect((await t.send(contract.order.saveRemark, remark, { token })).errorCode).toBe(-3)
    t.clock.advance(3 * HOUR)
    expect(await isIn(token)).toBe(false)
  })

  it('without a ticket may not write even where the merchant allows it', async () => {
    await t.root.query(
      `update merchant set settings = settings || jsonb_build_object('operatorWriteUntil', $2::bigint) where id = $1`,
      [w.merchantId, t.clock.now() + HOUR],
    )
    const { token } = await t.call(switchMerchant, { merchantId: w.merchantId }, { token: await t.login(mobile) })
    const remark = { orderId: '1', content: '代为备注' }
    expect((await t.send(contract.order.saveRemark, remark, { token })).errorCode).toBe(-3)
  })
})
