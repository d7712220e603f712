import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeTo } from '../../testing/sms.ts'
import { quote } from '../../testing/world/booking.ts'
import { sharedMerchant, t } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

sharedMerchant({ poolSize: 8 })

let w: World
let clerk: { token: string }
let orders: string[]
beforeEach(async () => {
  w = await makeWorld(t)
  clerk = { token: w.tokens.clerk }
  orders = []
  for (let i = 0; i < 35; i++) orders.push(await insertOrder(t, w, { status: orderStatus.confirmed }))
  t.clock.advance(MINUTE)
})

const call = (orderId: string, by = clerk) => t.send(contract.order.contact, { orderId }, by)
async function callAll(ids: readonly string[]): Promise<number[]> {
  const codes: number[] = []
  for (const id of ids) codes.push((await call(id)).errorCode)
  return codes
}
const told = async (name: 'owner' | 'service') => {
  await t.kernel.afterwards.idle()
  const { list } = await t.call(contract.notify.page, {}, { token: w.tokens[name] })
  return list.map(({ title }) => title).filter((title) => title.includes('完整号码'))
}
/** By a code to their own phone. */
async function prove() {
  const { rows } = await t.root.query(
    `select u.id, u.mobile_enc from app_user u join account a on a.user_id = u.id where a.merchant_id = $1 and a.name = '测试clerk'`,
    [w.merchantId],
  )
  await t.call(contract.session.sendCode, { scene: 'stepup' }, clerk)
  const smsCode = await codeTo(t, t.kernel.vaults.platform.open('app_user.mobile', rows[0].id, rows[0].mobileEnc))
  await t.call(contract.secondFactor.prove, { smsCode }, clerk)
}

describe('whole numbers', () => {
  it('of a colleague’s draft are logged as any other look, of one’s own they are not', async () => {
    const form = { submit: false, contactName: '蒋雨桐', contactPhone: '17712342258' } as const
    const drafts: string[] = []
    for (const token of [w.tokens.clerk, w.tokens.owner]) {
      const { quoteId } = await quote(t, w, {}, token)
      drafts.push((await t.call(contract.order.create, { ...form, quoteId }, { token })).orderId)
    }
    for (const orderId of drafts)
      expect(await t.call(contract.order.draft, { orderId }, clerk)).toMatchObject({ contactPhone: '17712342258' })
    const { rows } = await t.root.query(
      `select target_id from audit where merchant_id = $1 and action = 'order.draft'`,
      [w.merchantId],
    )
    expect(rows).toEqual([{ targetId: drafts[1] }])
  })

  it('are shown thirty an hour, then to who proves to be themselves; who manages people is told', async () => {
    expect(await callAll(orders.slice(0, 30))).toEqual(Array(30).fill(0))
    expect(await told('owner')).toEqual([])
    const refused = await call(orders[30]!)
    expect(refused).toMatchObject({ errorCode: 1007, data: { ways: expect.arrayContaining(['code']) } })
    expect(JSON.stringify(refused)).not.toMatch(/138\d{8}/)
    expect(await told('owner')).toEqual(['测试clerk一天内查看了30个以上的完整号码'])
    expect(await told('service')).toEqual([])
    // What was shown already is nothing new.
    expect((await call(orders[0]!)).errorCode).toBe(0)
    t.clock.advance(MINUTE)
    await prove()
    t.clock.advance(1)
    expect(await callAll(orders.slice(30))).toEqual(Array(5).fill(0))
    expect(await told('owner')).toHaveLength(1)
  })

  it('are thirty whoever asks for them at once, and of persons and orders together', async () => {
    const answers = await Promise.all(orders.map((id) => call(id)))
    expect(answers.filter(({ success }) => success)).toHaveLength(30)
    const entry = {
      ...{
        name: '张三',
        phone: '18621070937',
        identityType: 1 as const,
        identityNo: `31010419920714003${idCheckSign('31010419920714003')}`,
      },
      ...{ licenceNo: '', licenceClass: null, licenceFirstIssue: null, licenceExpire: null, identityExpire: null },
    }
    const { personId } = await t.call(contract.driver.savePerson, entry as never, clerk)
    expect((await t.send(contract.driver.revealPerson, { personId }, clerk)).errorCode).toBe(1007)
  })

  it('are thirty again after an hour, and of each for themself', async () => {
    await callAll(orders.slice(0, 30))
    expect((await call(orders[31]!, { token: w.tokens.manager })).errorCode).toBe(0)
    t.clock.advance(HOUR)
    expect((await call(orders[31]!)).errorCode).toBe(0)
    t.clock.advance(DAY)
    expect((await call(orders[32]!)).errorCode).toBe(0)
    const { rows } = await t.root.query('select target from shown_whole where merchant_id = $1', [w.merchantId])
    expect(rows.map(({ target }) => target)).toEqual(expect.arrayContaining([`order/${orders[32]}`]))
    expect(rows.length).toBeLessThan(5)
  })
})
