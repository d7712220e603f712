import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { depositPayStatus, holdStatus } from '@cheyi/domain/money/deposit/codes'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { menuOf } from '@cheyi/domain/permission'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { PaySimulator } from '../../../kernel/pay-port.ts'
import { TEST_NOW } from '../../../testing/app.ts'
import { inTheEnd } from '../../../testing/in-the-end.ts'
import { runDue } from '../../../testing/jobs.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books } from '../../../testing/world/bookings.ts'
import { owner, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { openOnlinePay } from '../../../testing/world/online.ts'
import { makeWorld, setMerchantStatus, shop } from '../../../testing/world/world.ts'

sharedMerchant({ cars: 20 })
let simulator: PaySimulator

const { askLink, payPage, payByLink } = contract.payment
const nobody = { token: undefined }
beforeAll(async () => {
  simulator = await openOnlinePay(t, w)
})
afterEach(() => t.clock.set(TEST_NOW))

const tokenOf = (url: string) => new URL(url, 'http://x').searchParams.get('t')!
const awaiting = () => book(t, w, { form: { payMode: payMode.onlineIn } })

/** The provider's page that the customer is led to. */
async function begin(token: string, way: 1 | 2, hold?: 'frozen' | 'credit'): Promise<string> {
  const { url } = await t.call(payByLink, { t: token, payWay: way, ...(hold && { hold }) }, nobody)
  return url!
}

it('says what is asked for and why, without a login, and the order goes on once it is paid', async () => {
  const { orderId, orderNo, total } = await awaiting()
  const { url, sentTo } = await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())
  expect(sentTo).toBeNull()
  const token = tokenOf(url)
  const shown = await t.call(payPage, { t: token }, nobody)
  expect(shown).toMatchObject({
    ...shop,
    modelName: '大众朗逸',
    plate: '',
    orderNo,
    name: '租金',
    amount: total,
    ways: [payWay.alipay, payWay.wechat],
    holds: [],
  })

  expect(await begin(token, payWay.wechat)).toMatch(/simulated-pay\?no=/)
  const [trade] = await simulator.trades()
  await simulator.act(trade!.no, 'approve')
  expect(await t.call(payPage, { t: token }, nobody)).toMatchObject({ amount: 0, cancelled: false })
  const { rows } = await t.root.query('select status from "order" where id = $1', [orderId])
  expect(rows[0].status).toBe(orderStatus.confirmed)
  expect(await t.send(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())).toMatchObject({ errorCode: 4001 })
})

it.each([
  ['a phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1', 'wap'],
  ['a desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'page'],
])('by Alipay the browser of %s is led to its own page', async (_, agent, page) => {
  const { orderId, total } = await awaiting()
  const { url } = await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())
  const headers = { 'user-agent': agent }
  const asked = { t: tokenOf(url), payWay: payWay.alipay }
  const begun = await t.call(payByLink, asked, { ...nobody, headers })
  const query = new URL(begun.url!, 'http://x').searchParams
  expect(query.get('method')).toBe(`alipay.trade.${page}.pay`)
  const payer = await simulator.browse('gateway.do', String(query))
  await simulator.act(payer!.split('no=')[1]!, 'approve')
  expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
})

type Begun = OutputOf<typeof payByLink>

/** The page as WeChat opens it: its answers, and where the customer's browser was sent and came back from. */
async function inWechat(token: string, payer: string) {
  const tab = { 'user-agent': WECHAT, 'x-device': `tab of ${payer}` }
  const send = (more: object, headers: object = tab) =>
    t.send(payByLink, { t: token, payWay: payWay.wechat, ...more }, { ...nobody, headers: { ...headers } })
  const sent = (await send({})).data as Begun
  const { searchParams } = new URL(sent.authorize!, 'http://x')
  const to = `${new URL(sent.authorize!, 'http://x').search.slice(1)}&payer=${payer}`
  const back = new URL((await simulator.browse('authorize', to))!).searchParams
  return { send, searchParams, back: { code: back.get('code')!, state: back.get('state')! }, page: back.get('t') }
}
const WECHAT = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile MicroMessenger/8.0.50'

it('names the car, and shows the logo of the company, which a stranger may fetch', async () => {
  const { orderId, token } = await depositLink()
  const { id: vehicleId, plate } = w.vehicles.lavida[0]!
  await t.call(contract.arrange.plan, { orderId, vehicleId, pinned: true }, owner())
  const [logoId] = await uploadPhotos(t, 'merchant', 1, w.tokens.owner)
  await t.root.query('update merchant set logo_id = $1 where id = $2', [logoId, w.merchantId])
  const shown = await t.call(payPage, { t: token }, nobody)
  expect(shown.plate).toBe(displayPlate(plate))
  expect((await t.app.inject({ url: shown.logoUrl! })).statusCode).toBe(200)
  await t.root.query('update merchant set logo_id = null where id = $1', [w.merchantId])
})

it('inside WeChat it pays by whoever opened it, once WeChat has said who that is', async () => {
  const { orderId, total } = await awaiting()
  const token = tokenOf((await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())).url)
  const customer = await inWechat(token, 'A')
  expect(customer.searchParams.get('scope')).toBe('snsapi_base')
  expect(customer.page).toBe(token)
  const begun = (await customer.send(customer.back)).data as Begun
  expect(begun).toMatchObject({ status: paymentStatus.processing, bridge: { name: 'getBrandWCPayRequest' } })
  const { params } = begun.bridge!
  const changed = new URLSearchParams({ ...params, package: 'prepay_id=wxother' })
  expect(await simulator.browse('bridge', String(changed))).toBeUndefined()
  const payerPage = await simulator.browse('bridge', String(new URLSearchParams(params)))

  // The same customer is asked for the same again; somebody else who opens the page pays for themselves.
  const later = await inWechat(token, 'A')
  expect(((await later.send(later.back)).data as Begun).bridge!.params.package).toBe(params.package)
  const other = await inWechat(token, 'B')
  expect(((await other.send(other.back)).data as Begun).bridge!.params.package).not.toBe(params.package)

  await simulator.act(payerPage!.split('no=')[1]!, 'approve')
  expect(await t.call(payPage, { t: token }, nobody)).toMatchObject({ amount: 0 })
  expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
  const { rows } = await t.root.query(`select p::text as row from payment p where order_id = $1`, [orderId])
  for (const { row } of rows) expect(row).not.toContain('oSim')
})

it('inside WeChat a code counts once, by the link alone that asked for it, and in the tab that did', async () => {
  const link = async () => {
    const { orderId } = await awaiting()
    return tokenOf((await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())).url)
  }
  const [mine, theirs] = [await inWechat(await link(), 'A'), await inWechat(await link(), 'B')]
  const { code, state } = mine.back
  for (const wrong of [theirs.back.state, '', state.slice(0, -1), `${state.slice(0, 7)}z${state.slice(8)}`])
    expect(await mine.send({ code, state: wrong })).toMatchObject({ errorCode: -2 })
  // The tab of somebody else, who was led to the address that WeChat sent the first one back to.
  for (const device of [{ 'x-device': 'tab of C' }, {}])
    expect(await mine.send({ code, state }, { 'user-agent': WECHAT, ...device })).toMatchObject({ errorCode: -2 })
  expect(await mine.send({ code: 'f'.repeat(32), state })).toMatchObject({ errorCode: 9001 })
  expect(await mine.send({ code, state })).toMatchObject({ success: true })
  expect(await mine.send({ code, state })).toMatchObject({ errorCode: 9001 })
  t.clock.set(TEST_NOW + 11 * MINUTE)
  const late = { code: theirs.back.code, state: theirs.back.state }
  expect(await theirs.send(late)).toMatchObject({ errorCode: -2 })
})

it('inside WeChat it leads to the browser’s page where the contract has no app secret, which never comes back', async () => {
  const w2 = await makeWorld(t, { name: '无公众号租车' })
  const { appSecret, ...account } = await simulator.account('wechat')
  const token = { token: w2.tokens.owner }
  const channel = { ...account, payWay: payWay.wechat, enabled: true }
  await t.call(contract.payment.saveChannel, channel, token)
  const { orderId } = await book(t, w2, { form: { payMode: payMode.onlineIn } })
  const ask = { orderId, payKind: payKind.rent, way: 2 } as const
  const page = tokenOf((await t.call(askLink, ask, token)).url)
  const agent = { ...nobody, headers: { 'user-agent': WECHAT } }
  const pay = { t: page, payWay: payWay.wechat }
  expect(await t.call(payByLink, pay, agent)).toMatchObject({ authorize: null, bridge: null, status: 1 })

  const { id, version } = (await t.call(contract.payment.channels, {}, token)).list[0]!
  const change = { ...channel, id, version }
  expect(await t.send(contract.payment.saveChannel, { ...change, appSecret: 'short' }, token)).toMatchObject({
    errorCode: -2,
    message: '参数错误：AppSecret应为32个字符',
  })
  await t.call(contract.payment.saveChannel, { ...change, appSecret }, token)
  const shown = JSON.stringify(await t.call(contract.payment.channels, {}, token))
  expect(shown).toContain(`"appSecretTail":"${appSecret.slice(-4)}"`)
  expect(shown).not.toContain(appSecret)
  expect((await t.call(payByLink, pay, agent)).authorize).toMatch(/appid=.*#wechat_redirect$/)
})

/** An order that waits for its pickup, paid, and the link to its rental deposit. */
async function depositLink() {
  const { orderId, total } = await book(t, w)
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
    owner(),
  )
  const { rows } = await t.call(contract.deposit.forPickup, { orderId }, owner())
  const refId = rows.find(({ kind }) => kind === 1)!.depositId
  const { url } = await t.call(askLink, { orderId, payKind: payKind.rentalDeposit, refId, way: 2 }, owner())
  return { orderId, refId, total, token: tokenOf(url) }
}

it('of a deposit lets the customer choose a hold that the order offers: a freeze, or a provider’s word for them', async () => {
  const [frozen, scored] = [await depositLink(), await depositLink()]
  await t.root.query(
    `update "order" set deposit_policy_snapshot = deposit_policy_snapshot || '{"modes":[1,2,3],"waiveTypes":[1,2,4]}'
      where id in ($1, $2)`,
    [frozen.orderId, scored.orderId],
  )
  const { holds } = await t.call(payPage, { t: frozen.token }, nobody)
  expect(holds).toEqual([
    { payWay: payWay.alipay, manner: 'frozen' },
    { payWay: payWay.alipay, manner: 'credit' },
    { payWay: payWay.wechat, manner: 'credit' },
  ])
  const url = await begin(frozen.token, payWay.alipay, 'frozen')
  expect(await begin(frozen.token, payWay.alipay, 'frozen')).toBe(url)
  const [freeze] = await simulator.trades()
  expect(freeze).toMatchObject({ isHold: true, amount: 300000 })
  await simulator.act(freeze!.no, 'approve')
  expect(await t.call(payPage, { t: frozen.token }, nobody)).toMatchObject({ amount: 0 })

  const pay = { t: scored.token, payWay: payWay.wechat, hold: 'credit' as const }
  const inside = { ...nobody, headers: { 'user-agent': WECHAT } }
  const begun = await t.call(payByLink, pay, inside)
  expect(begun).toMatchObject({ url: null, authorize: null, bridge: { name: 'openBusinessView' } })
  const agreed = await simulator.browse('bridge', String(new URLSearchParams(begun.bridge!.params)))
  await simulator.act(agreed!.split('no=')[1]!, 'approve')
  expect(await t.call(payPage, { t: scored.token }, nobody)).toMatchObject({ amount: 0 })
  expect(await t.send(payByLink, pay, inside)).toMatchObject({ errorCode: 4001 })
  const held = await t.root.query('select pay_status, hold_status from deposit where id in ($1, $2) order by id', [
    frozen.refId,
    scored.refId,
  ])
  expect(held.rows).toEqual([
    { payStatus: depositPayStatus.authorised, holdStatus: holdStatus.held },
    { payStatus: depositPayStatus.waived, holdStatus: holdStatus.held },
  ])

  const { orderId } = await awaiting()
  const rent = tokenOf((await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())).url)
  expect((await t.call(payPage, { t: rent }, nobody)).holds).toEqual([])
  const wrong = { t: rent, payWay: payWay.alipay, hold: 'frozen' }
  expect(await t.send(payByLink, wrong, nobody)).toMatchObject({ errorCode: -2 })
})

it('of an order that was cancelled says so and takes nothing', async () => {
  const deposit = await depositLink()
  const { orderId } = await awaiting()
  const rent = tokenOf((await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())).url)
  for (const cancelled of [orderId, deposit.orderId]) {
    const { penalty } = await t.call(contract.order.cancelRule, { orderId: cancelled }, owner())
    await t.call(
      contract.order.cancel,
      { orderId: cancelled, reason: 1, responsibility: 1, expectPenalty: penalty },
      owner(),
    )
  }
  for (const token of [rent, deposit.token]) {
    expect(await t.call(payPage, { t: token }, nobody)).toMatchObject({ amount: 0, cancelled: true })
    expect(await t.send(payByLink, { t: token, payWay: payWay.alipay }, nobody)).toMatchObject({ errorCode: 4001 })
  }
})

it('comes as a text message, for a deposit and for a supplement', async () => {
  const { orderId, total } = await book(t, w)
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
    owner(),
  )
  const { rows } = await t.call(contract.deposit.forPickup, { orderId }, owner())
  const refId = rows[0]!.depositId
  const sent = await t.call(askLink, { orderId, payKind: payKind.rentalDeposit, refId, way: 1 }, owner())
  expect(sent.sentTo).toMatch(/\*\*\*\*/)
  const outbox = (await t.kernel.outside.sms.outbox?.()) ?? []
  expect(outbox[0]!.text).toContain(tokenOf(sent.url))
  const token = tokenOf(sent.url)
  expect(await t.call(payPage, { t: token }, nobody)).toMatchObject({ name: '租车押金', amount: 300000 })
  // Alipay's trade begins when its page is opened.
  expect(await simulator.browse('gateway.do', (await begin(token, payWay.alipay)).split('?')[1]!)).toMatch(
    /simulated-pay/,
  )
  const [trade] = await simulator.trades()
  await simulator.act(trade!.no, 'approve')
  expect(await t.call(payPage, { t: token }, nobody)).toMatchObject({ amount: 0 })
  const paid = await t.root.query('select pay_status from deposit where id = $1', [refId])
  expect(paid.rows[0].payStatus).toBe(depositPayStatus.paid)

  const raised = await t.call(
    contract.supplement.save,
    { orderId, reasonCode: 4, amount: 5000, remark: '后座有污渍', payMode: 1 },
    owner(),
  )
  expect(await t.call(payPage, { t: tokenOf(raised.url!) }, nobody)).toMatchObject({
    name: '补款（清洁）',
    why: '后座有污渍',
    amount: 5000,
  })
})

it('looked at by more than there are connections keeps nobody waiting', async () => {
  const { orderId } = await awaiting()
  const { url } = await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())
  const looks = Array.from({ length: 12 }, () => t.send(payPage, { t: tokenOf(url) }, nobody))
  expect((await Promise.all(looks)).map(({ errorCode }) => errorCode)).toEqual(Array(12).fill(0))
})

it('is texted to a mobile ten times a day, by whichever orders and papers', async () => {
  const { orderId } = await awaiting()
  const send = () => t.send(askLink, { orderId, payKind: payKind.rent, way: 1 }, owner())
  const answers = await Promise.all(Array.from({ length: 12 }, send))
  expect(answers.map(({ errorCode }) => errorCode).sort((a, b) => a - b)).toEqual([...Array(10).fill(0), 1039, 1039])
  const { rows } = await t.root.query('select count(*)::int as made from link_token where order_id = $1', [orderId])
  expect(rows[0].made).toBe(10)
})

it('opens nothing for who guesses, for another purpose, or after a day', async () => {
  const { orderId } = await awaiting()
  const { url } = await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())
  const token = tokenOf(url)
  for (const one of ['x'.repeat(32), token.toLowerCase()])
    expect(await t.send(payPage, { t: one }, nobody)).toMatchObject({ errorCode: 5301 })
  expect(await t.send(contract.agreement.signPage, { t: token }, nobody)).toMatchObject({ errorCode: 5301 })
  t.clock.set(TEST_NOW + 24 * HOUR)
  expect(await t.send(payPage, { t: token }, nobody)).toMatchObject({ errorCode: 5301 })
  expect(await t.send(payByLink, { t: token, payWay: payWay.alipay }, nobody)).toMatchObject({ errorCode: 5301 })
})

it('to a deposit is for who may collect one', async () => {
  const { orderId, total } = await book(t, w)
  const rent = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }
  await t.call(contract.payment.collect, rent, owner())
  const { rows } = await t.call(contract.deposit.forPickup, { orderId }, owner())
  const asked = { orderId, payKind: payKind.rentalDeposit, refId: rows[0]!.depositId, way: 2 }
  const clerk = { token: w.tokens.clerk }
  expect(await t.send(askLink, asked, clerk)).toMatchObject({ success: true })
  const keep = `update role set menu_ids = $2 where id = (select role_ids[1] from account where merchant_id = $1 and name = '测试clerk') returning menu_ids`
  const had = await t.root.query(
    `select r.menu_ids from role r join account a on r.id = any (a.role_ids) where a.merchant_id = $1 and a.name = '测试clerk'`,
    [w.merchantId],
  )
  const { menuIds } = had.rows[0] as { menuIds: number[] }
  await t.root.query(keep, [w.merchantId, menuIds.filter((id) => id !== menuOf('deposit.collect').id)])
  expect(await t.send(askLink, asked, clerk)).toMatchObject({ errorCode: -3 })
  await t.root.query(keep, [w.merchantId, menuIds])
})

it('takes nothing for a merchant that takes no new business, and the payer’s own address along', async () => {
  const { orderId } = await awaiting()
  const ask = { orderId, payKind: payKind.rent, way: 2 } as const
  const token = tokenOf((await t.call(askLink, ask, owner())).url)
  await setMerchantStatus(t, w.merchantId, merchantStatus.suspended)
  expect(await t.send(askLink, ask, owner())).toMatchObject({ errorCode: 1017 })
  expect(await t.send(payByLink, { t: token, payWay: payWay.wechat }, nobody)).toMatchObject({ errorCode: 1017 })
  await setMerchantStatus(t, w.merchantId, merchantStatus.closed)
  expect(await t.send(payByLink, { t: token, payWay: payWay.wechat }, nobody)).toMatchObject({ errorCode: 5301 })
  await setMerchantStatus(t, w.merchantId, merchantStatus.normal)

  const { pay } = t.kernel.outside
  const { provider } = pay
  const told: string[] = []
  const listens: typeof provider = (account) => {
    const asked = provider(account)
    return {
      ...asked,
      create(ask) {
        told.push(ask.payerIp)
        return asked.create(ask)
      },
    }
  }
  Object.assign(pay, { provider: listens })
  try {
    const payload = { t: token, payWay: payWay.wechat }
    await t.app.inject({ method: 'POST', url: payByLink.path, payload, remoteAddress: '203.0.113.9' })
    await inTheEnd(() => expect(told).toEqual(['203.0.113.9']))
  } finally {
    Object.assign(pay, { provider })
  }
})

it('is not made without a provider, for another merchant’s order, or without the key', async () => {
  const other = await makeWorld(t, { name: '无合同租车' })
  const theirs = await book(t, other)
  const ask = { payKind: payKind.rent, way: 2 } as const
  const noProvider = await t.send(askLink, { orderId: theirs.orderId, ...ask }, { token: other.tokens.owner })
  expect(noProvider).toMatchObject({ errorCode: 4008 })
  expect(await t.send(askLink, { orderId: theirs.orderId, ...ask }, owner())).toMatchObject({ errorCode: 2002 })
  const mine = await awaiting()
  const keyless = await t.send(askLink, { orderId: mine.orderId, ...ask }, { token: w.tokens.service })
  expect(keyless).toMatchObject({ errorCode: -3 })
})

it('no payment begins after the deadline of its order, however often it is tapped', async () => {
  const { orderId } = await awaiting()
  const token = tokenOf((await t.call(askLink, { orderId, payKind: payKind.rent, way: 2 }, owner())).url)
  const tap = () => t.send(payByLink, { t: token, payWay: payWay.alipay }, nobody)
  t.clock.set(TEST_NOW + 28 * MINUTE)
  expect(await tap()).toMatchObject({ success: true })
  t.clock.set(TEST_NOW + 30 * MINUTE)
  expect(await tap()).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('付款时间已过，订单即将取消，请重新下单'),
  })
  t.clock.set(TEST_NOW + 33 * MINUTE)
  for (const name of ['payQuery', 'payTimeout'] as const) await runDue(t, name)
  const { rows } = await t.root.query('select status from "order" where id = $1', [orderId])
  expect(rows[0].status).toBe(orderStatus.cancelled)
})
