import { order } from '@cheyi/contract/booking/order'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { arrange } from '@cheyi/contract/rental/arrange'
import { renewal } from '@cheyi/contract/rental/renewal'
import { source } from '@cheyi/domain/booking/order/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { handOutOwn, knownRenter, oneMoreCar } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A customer keeps the car longer: at once, with another order moved for it, and as long as it is possible. */

/** Books the next stay of the same model and store, a few hours after the rental's end. */
async function bookNext(api: Api, orderId: string, name: string) {
  const out = await api.ask(order.detail, { orderId })
  const pickupAt = out.returnAt + 5 * HOUR
  const trip = {
    storeId: out.pickupPlace.storeId,
    modelId: out.model.modelId,
    pickupAt,
    returnAt: pickupAt + DAY,
    source: source.offline,
  }
  const quote = await api.ask(quotes.quote, trip)
  const next = await api.ask(order.create, {
    submit: true,
    quoteId: quote.quoteId,
    expectTotal: quote.total,
    ...(await knownRenter(api, name)),
  })
  return { ...next, pickupAt, out }
}

test('is renewed for two days, owed at first, and taken back', async ({ page, as, open }) => {
  test.setTimeout(120_000)
  const api = await as('third')
  const { orderId } = await handOutOwn(page, api, '续先生')
  await open(`/order/detail?orderId=${orderId}`, 'third')
  await page.getByRole('button', { name: '更多' }).first().click()
  await page.getByRole('button', { name: '续租', exact: true }).click()
  await expect(page).toHaveTitle('车驿 · 续租')
  await page.getByRole('radiogroup', { name: '续租天数' }).getByText('+2天').click()
  await expect(page.getByText('新增 2 天')).toBeVisible()
  // 现在收款 is chosen at first and names its way, since a renewal that says it is paid must have taken the money.
  await expect(page.getByRole('radiogroup', { name: '收款方式' }).getByRole('radio', { checked: true })).toHaveCount(1)
  await page.getByText('稍后收款').click()
  await page.getByRole('button', { name: '确认续租' }).click()
  await expect(page.getByText(/^已续租至/)).toBeVisible()
  await expect(page).toHaveTitle('车驿 · 订单详情')
  const [made] = await api.ask(renewal.list, { orderId })
  const { fees, returnAt } = await api.ask(order.detail, { orderId })
  expect(fees.owed).toBe(made!.amount)
  expect(returnAt).toBe(made!.newReturnAt)

  await page.getByRole('button', { name: '续租记录 1' }).click()
  await expect(page.getByText('已生效')).toBeVisible()
  await page.getByRole('button', { name: '取消续租' }).click()
  const sheet = page.getByRole('dialog', { name: '取消续租' })
  await sheet.getByText('客户不续了').click()
  await sheet.getByRole('button', { name: '取消续租' }).click()
  await expect(page.getByText('已取消', { exact: true })).toBeVisible()
  expect((await api.ask(order.detail, { orderId })).fees.owed).toBe(0)
})

test('who waits for the car is moved, and somebody who was promised it is not', async ({ page, as, open }) => {
  test.setTimeout(180_000)
  const api = await as('third')
  const { orderId } = await handOutOwn(page, api, '续女士')
  const first = await bookNext(api, orderId, '等车一')
  await oneMoreCar(api, { modelId: first.out.model.modelId, homeStoreId: first.out.pickupPlace.storeId })
  await api.ask(arrange.plan, { orderId: first.orderId, vehicleId: first.out.vehicle!.vehicleId, pinned: false })
  await open(`/renewal/create?orderId=${orderId}`, 'third')

  await test.step('the order that moves is told by customer, time and plates', async () => {
    await page.getByRole('radiogroup', { name: '续租天数' }).getByText('+1天').click()
    await expect(page.getByText('以下 1 单将换车')).toBeVisible()
    await expect(page.getByText(/^等车一 · /)).toBeVisible()
    // Nobody touched 现在收款 or the way it proposes: the money is taken all the same.
    await page.getByRole('button', { name: '提交并收款' }).click()
    await expect(page.getByText(/1单已换车$/)).toBeVisible()
    expect((await api.ask(order.detail, { orderId })).fees.owed).toBe(0)
  })

  await test.step('the latest time is taken by its button', async () => {
    const second = await bookNext(api, orderId, '等车二')
    await api.ask(arrange.plan, { orderId: second.orderId, vehicleId: second.out.vehicle!.vehicleId })
    await page.goto(`/renewal/create?orderId=${orderId}`)
    await page.getByRole('radiogroup', { name: '续租天数' }).getByText('+2天').click()
    await expect(page.getByRole('alert')).toContainText('续租时段车辆不足，最晚可续至')
    await expect(page.getByRole('button', { name: '换一辆车' })).toBeVisible()
    await page.getByRole('button', { name: /^续至 / }).click()
    await expect(page.getByText('续租期间车辆空闲，可直接续租')).toBeVisible()
    await page.getByText('稍后收款').click()
    await page.getByRole('button', { name: '确认续租' }).click()
    await expect(page.getByText(/^已续租至/)).toBeVisible()
    const { returnAt } = await api.ask(order.detail, { orderId })
    expect(returnAt).toBeLessThan(second.pickupAt)
  })
})
