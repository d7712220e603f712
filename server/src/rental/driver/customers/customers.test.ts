import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { DAY } from '@cheyi/domain/time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { readTables } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { eventsReadable, runInstallation } from '../../../testing/jobs.ts'
import { codeTo } from '../../../testing/sms.ts'
import { other, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { insertOrder, type OrderColumns } from '../../../testing/world/orders.ts'

// The table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const { driver } = contract

ownMerchant({ other: true })

/** Whether the clerk has to be given all stores again. */
let narrowed = false
beforeEach(() => {
  narrowed = false
})

async function narrow(scope: 1 | 2, storeIds: readonly string[]): Promise<{ token: string }> {
  narrowed = true
  await t.root.query(
    `update account set store_scope = $2, store_ids = $3::bigint[] where merchant_id = $1 and name = '测试clerk'`,
    [w.merchantId, scope, storeIds],
  )
  return { token: w.tokens.clerk }
}

async function follow(): Promise<void> {
  await eventsReadable(t)
  await runInstallation(t, 'customers')
}

let serial = 0
async function person(name: string): Promise<string> {
  const phone = `1391000${String(++serial).padStart(4, '0')}`
  const identityNo = `E${String(10_000_000 + serial)}`
  return (
    await t.call(driver.savePerson, { name, phone, identityType: 2, identityNo, birthday: '1990-01-01' }, owner())
  ).personId
}

const rented = (renterId: string, more: OrderColumns = {}) =>
  insertOrder(t, w, { renterId, ...more, status: more.status ?? orderStatus.returned })

const list = async (input: Parameters<typeof t.call<typeof driver.customers>>[1] = {}, by = owner()) =>
  (await t.call(driver.customers, input, by)).list
const names = async (input: Parameters<typeof list>[0] = {}, by = owner()) =>
  (await list(input, by)).map(({ name }) => name)

describe('the list of customers', () => {
  it('shows rentals, sums, debts and the last rental, and sorts by each of them', async () => {
    const [zhao, qian, sun] = [await person('赵一'), await person('钱二'), await person('孙三')]
    const now = t.clock.now()
    await rented(zhao, { totalFen: 50_000, pickupAt: now - 9 * DAY, returnAt: now - 8 * DAY })
    await rented(zhao, {
      totalFen: 10_000,
      pickupAt: now - 7 * DAY,
      returnAt: now - 6 * DAY,
      status: orderStatus.cancelled,
    })
    await rented(qian, { totalFen: 20_000, owedFen: 4_000, pickupAt: now - 3 * DAY, returnAt: now - 2 * DAY })
    await rented(qian, { totalFen: 25_000, pickupAt: now - 5 * DAY, returnAt: now - 4 * DAY })
    await follow()
    const all = await list()
    expect(all.find(({ personId }) => personId === qian)).toMatchObject({
      orders: 2,
      spent: 45_000,
      owed: 4_000,
      lastAt: now - 3 * DAY,
      phone: expect.stringMatching(/^139\*+\d{4}$/),
    })
    expect(all.find(({ personId }) => personId === zhao)).toMatchObject({ orders: 1, spent: 50_000, owed: 0 })
    expect(all.find(({ personId }) => personId === sun)).toMatchObject({ orders: 0, lastAt: null })
    expect((await names()).slice(0, 3)).toEqual(['孙三', '钱二', '赵一'])
    expect((await names({ sort: 'orders' }))[0]).toBe('钱二')
    expect((await names({ sort: 'spent' }))[0]).toBe('赵一')
    expect((await names({ sort: 'owed' }))[0]).toBe('钱二')
    expect((await names({ sort: 'last' })).slice(0, 2)).toEqual(['钱二', '赵一'])
  })

  it.each(['newest', 'orders', 'spent', 'owed', 'last'] as const)(
    'reads every customer once by its pages, sorted by %s',
    async (sort) => {
      for (let i = 0; i < 5; i++) await rented(await person(`客户${i}`), { totalFen: 1_000 * (i % 2) })
      await follow()
      const whole = await names({ sort, pageSize: 100 })
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await t.call(driver.customers, { sort, pageSize: 2, cursor }, owner())
        seen.push(...page.list.map(({ name }) => name))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(seen).toEqual(whole)
      expect(new Set(seen).size).toBe(whole.length)
    },
  )

  it('follows an order to another renter, and a customer who is deleted', async () => {
    const [first, second] = [await person('周一'), await person('吴二')]
    const orderId = await rented(first, { totalFen: 30_000 })
    await follow()
    await t.root.query('update "order" set renter_id = $2 where id = $1', [orderId, second])
    await follow()
    const of = async (id: string) => (await list()).find(({ personId }) => personId === id)
    expect(await of(first)).toMatchObject({ orders: 0, spent: 0 })
    expect(await of(second)).toMatchObject({ orders: 1, spent: 30_000 })
    await t.call(driver.setTags, { personId: first, tags: ['难缠'] }, owner())
    await t.call(driver.erasePerson, { personId: first, reason: '客户要求' }, owner())
    await follow()
    // Not even the tag is left.
    expect(await t.call(driver.customerTags, {}, owner())).toEqual([])
    expect(await of(first)).toBeUndefined()
  })

  it('does not show what a company pays as a debt of the driver', async () => {
    const driverId = await person('郑三')
    const orderId = await rented(driverId, { owedFen: 9_000 })
    await t.root.query(`update "order" set payer_name = '远航物流' where id = $1`, [orderId])
    await follow()
    expect((await list()).find(({ personId }) => personId === driverId)).toMatchObject({ orders: 1, owed: 0 })
  })

  it('finds by name, last digits and full phone number, as the search does', async () => {
    const id = await person('王小明')
    await person('王大力')
    await follow()
    const { phone } = await t.call(driver.revealPerson, { personId: id }, owner())
    expect(await names({ keyword: '王小' })).toEqual(['王小明'])
    expect(await names({ keyword: phone.slice(-4) })).toEqual(['王小明'])
    expect(await names({ keyword: phone })).toEqual(['王小明'])
    expect(await names({ keyword: '139' })).toEqual([])
  })

  it('is narrowed by a tag at once, and says which tags there are', async () => {
    const [one, two] = [await person('冯一'), await person('陈二')]
    await follow()
    expect(await t.call(driver.setTags, { personId: one, tags: ['老客户', '老客户', '企业'] }, owner())).toEqual({
      tags: ['老客户', '企业'],
    })
    await t.call(driver.setTags, { personId: two, tags: ['老客户'] }, owner())
    expect((await t.call(driver.customerTags, {}, owner())).toSorted()).toEqual(['企业', '老客户'].toSorted())
    expect(await names({ tag: '老客户' })).toEqual(['陈二', '冯一'])
    await t.call(driver.setTags, { personId: two, tags: [] }, owner())
    expect(await names({ tag: '老客户' })).toEqual(['冯一'])
    expect(await t.call(driver.personDetail, { personId: one }, owner())).toMatchObject({ tags: ['老客户', '企业'] })
  })
})

describe('who sees which customers', () => {
  afterEach(async () => {
    if (narrowed) await t.root.query(`update account set store_scope = 0 where merchant_id = $1`, [w.merchantId])
  })

  it('an account of one store sees those of its orders, with what they rented there', async () => {
    const [here, there, both] = [await person('本店'), await person('别店'), await person('两店')]
    const { hongqiao, pudong } = w.stores
    await rented(here, { totalFen: 1_000, storeId: hongqiao, returnStoreId: hongqiao })
    await rented(there, { totalFen: 2_000, storeId: pudong, returnStoreId: pudong })
    await rented(both, { totalFen: 4_000, storeId: hongqiao, returnStoreId: hongqiao })
    await rented(both, { totalFen: 8_000, storeId: pudong, returnStoreId: pudong })
    await t.call(driver.setTags, { personId: there, tags: ['别店标签'] }, owner())
    await follow()
    const clerk = await narrow(1, [hongqiao])
    expect((await list({}, clerk)).map(({ name, spent }) => [name, spent])).toEqual([
      ['两店', 4_000],
      ['本店', 1_000],
    ])
    expect(await names({ keyword: '别店' }, clerk)).toEqual([])
    expect(await t.call(driver.customerTags, {}, clerk)).toEqual([])
    expect(await t.send(driver.customers, { storeId: pudong }, clerk)).toMatchObject({ errorCode: -4 })
    expect((await list({ storeId: pudong })).map(({ name, spent }) => [name, spent])).toEqual([
      ['两店', 8_000],
      ['别店', 2_000],
    ])
  })

  it('an account that sees its own orders only sees no list', async () => {
    await rented(await person('某人'))
    await follow()
    expect(await list({}, await narrow(2, [w.stores.hongqiao]))).toEqual([])
  })

  it('a tag that a clerk of one store sets leaves the figures of other stores as they are', async () => {
    const id = await person('两店')
    const { hongqiao, pudong } = w.stores
    await rented(id, { totalFen: 4_000, storeId: hongqiao, returnStoreId: hongqiao })
    await rented(id, { totalFen: 8_000, storeId: pudong, returnStoreId: pudong })
    await follow()
    await t.call(driver.setTags, { personId: id, tags: ['常客'] }, await narrow(1, [hongqiao]))
    expect((await list({ tag: '常客' })).map(({ orders, spent }) => [orders, spent])).toEqual([[2, 12_000]])
  })

  it('nobody of another merchant sees or tags them', async () => {
    const id = await person('独家')
    await follow()
    const stranger = { token: other.tokens.owner }
    expect(await names({ keyword: '独家' }, stranger)).toEqual([])
    expect(await t.send(driver.setTags, { personId: id, tags: ['我的'] }, stranger)).toMatchObject({ errorCode: -4 })
  })

  it('the right to see customers is needed', async () => {
    expect(await t.send(driver.customers, {}, { token: w.tokens.fleet })).toMatchObject({ errorCode: -3 })
  })
})

describe('the export', () => {
  async function fileOf(jobId: string, by = owner()) {
    await workOff(t.jobs, bulk)
    const answer = await t.call(contract.job.detail, { jobId }, by)
    expect(answer).toMatchObject({ state: jobState.done })
    const { rawPayload } = await t.app.inject({ url: answer.resultUrl! })
    return (await readTables(rawPayload, '.xlsx', 100))[0]!.rows
  }
  async function prove(): Promise<void> {
    const { rows } = await t.root.query(
      `select u.id, u.mobile_enc from app_user u join account a on a.user_id = u.id where a.merchant_id = $1 and a.name = '测试owner'`,
      [w.merchantId],
    )
    await t.call(contract.session.sendCode, { scene: 'stepup' }, owner())
    const smsCode = await codeTo(t, t.kernel.vaults.platform.open('app_user.mobile', rows[0].id, rows[0].mobileEnc))
    await t.call(contract.secondFactor.prove, { smsCode }, owner())
  }

  it('has the rows of the list with masked numbers', async () => {
    await person('蒋一')
    await follow()
    const { jobId } = await t.call(driver.exportCustomers, { keyword: '蒋一' }, { token: w.tokens.clerk })
    const [heading, ...rows] = await fileOf(jobId, { token: w.tokens.clerk })
    expect(heading!.slice(0, 2)).toEqual(['姓名', '手机号'])
    expect(rows.map(([name, phone]) => [name, phone])).toEqual([['蒋一', expect.stringMatching(/^139\*+\d{4}$/)]])
  })

  it('has full numbers for who may export orders of all stores and proved who they are, and the managers learn of it', async () => {
    const id = await person('沈一')
    await follow()
    const ask = { keyword: '沈一', whole: true }
    expect(await t.send(driver.exportCustomers, ask, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
    t.clock.advance(2 * DAY)
    expect(await t.send(driver.exportCustomers, ask, owner())).toMatchObject({ errorCode: 1007 })
    await prove()
    const { jobId } = await t.call(driver.exportCustomers, ask, owner())
    const { phone } = await t.call(driver.revealPerson, { personId: id }, owner())
    expect((await fileOf(jobId))[1]![1]).toBe(phone)
    await t.kernel.afterwards.idle()
    const notices = await t.call(contract.notify.page, {}, { token: w.tokens.manager })
    expect(notices.list.map(({ title }) => title)).toContain('测试owner导出了客户的完整手机号')
  })
})
