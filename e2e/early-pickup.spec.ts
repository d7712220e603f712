import { deposit } from '@cheyi/contract/deposit'
import { driver } from '@cheyi/contract/driver'
import { expense } from '@cheyi/contract/expense'
import { order } from '@cheyi/contract/order'
import { pickupReturn } from '@cheyi/contract/pickup-return'
import { pricing } from '@cheyi/contract/pricing'
import { vehicle } from '@cheyi/contract/vehicle'
import { depositMode } from '@cheyi/domain/deposit/codes'
import { expenseCode } from '@cheyi/domain/expense/codes'
import { formatMoney } from '@cheyi/domain/money'
import { orderStatus, source } from '@cheyi/domain/order/codes'
import { payWay } from '@cheyi/domain/payment/codes'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import type { Api } from './api.ts'
import { enterReadings, next, odometerOf, photographCar, photographPaper } from './handover.ts'
import { type Booked, freeStay, pay, stranger } from './prepare.ts'
import { expect, test } from './test.ts'

test('a customer who comes hours early pays from now on', async ({ page, as, open }) => {
  test.setTimeout(180_000)
  const api = await as()
  const booked = await bookForLater(api)
  const { orderId, total } = booked
  await pay(api, booked)
  await takeDeposits(api, orderId)

  await test.step('the price is told before anything is done', async () => {
    await open(`/order/pickup?orderId=${orderId}`)
    await expect(page.getByText('提前取车：租期从现在起重新计价')).toBeVisible()
    await expect(page.getByText('确认交车时一并收取')).toBeVisible()
  })

  await test.step('the car is looked at', async () => {
    await page.goto(`/order/pickup?orderId=${orderId}&rstep=4`)
    await photographCar(page)
    await next(page, '里程与油电')
    await enterReadings(page, await odometerOf(page))
    await next(page, '附加费用')
    await next(page, '押金收取')
    await next(page, '合同签署')
    await photographPaper(page)
    await next(page, '确认交车')
  })

  await test.step('it is passed for a reason, and paid with what a colleague adds meanwhile', async () => {
    await expect(page.getByText('提前取车：租期从现在起重新计价')).toBeVisible()
    const confirm = page.getByRole('button', { name: /^确认交车，收款 ¥/ })
    const due = fenIn(await confirm.textContent())
    await page.getByText('现金', { exact: true }).click()
    await page.getByLabel('放行原因').fill('客户航班提前')
    const items = [{ code: expenseCode.cleaning, amount: CLEANING }]
    await api.ask(expense.saveAll, { orderId, type: handoverType.pickup, items })
    await confirm.click()
    const changed = page.getByRole('dialog', { name: '结算金额已变化' })
    await expect(changed).toContainText(`附加费用：¥0.00 → ${formatMoney(CLEANING)}`)
    await changed.getByRole('button', { name: `确认交车，收款 ${formatMoney(due + CLEANING)}` }).click()
    await expect(page).toHaveTitle('车驿 · 订单详情')
    const { status, pickupAt, fees } = await api.ask(order.detail, { orderId })
    expect({ status, total: fees.total, owed: fees.owed }).toEqual({
      status: orderStatus.pickedUp,
      total: total + due + CLEANING,
      owed: 0,
    })
    expect(Math.abs(pickupAt - Date.now())).toBeLessThan(10 * MINUTE)
  })
})

const CLEANING = 3000

const fenIn = (text: string | null): number => Math.round(Number(text?.replace(/[^\d.]/g, '')) * 100)

/** A customer whose papers were seen, on a car that stands at the store now: for a day, in ten hours. */
async function bookForLater(api: Api): Promise<Booked> {
  const { name, phone, identityNo } = stranger('孙早到')
  const { personId } = await api.ask(driver.savePerson, {
    name,
    phone,
    identityType: 1,
    identityNo,
    identityExpire: '2036-01-01',
    licenceNo: identityNo,
    licenceClass: 'C1',
    licenceFirstIssue: '2015-03-01',
    licenceExpire: '2031-03-01',
  })
  await api.ask(driver.verifyPerson, { personId, pass: true })
  const stay = await freeStay(api, { inHours: 0 }, 2)
  const where = { storeId: stay.store.id, modelId: stay.modelId }
  const { list } = await api.ask(vehicle.available, { ...where, pickupAt: stay.from, returnAt: stay.to })
  const quote = await api.ask(pricing.quote, {
    ...where,
    pickupAt: stay.from + 10 * HOUR,
    returnAt: stay.from + 34 * HOUR,
    source: source.offline,
  })
  const { orderNo, orderId } = await api.ask(order.create, {
    submit: true,
    quoteId: quote.quoteId,
    expectTotal: quote.total,
    renterId: personId,
    contactName: name,
    contactPhone: phone,
  })
  // A car that is overdue may be planned on, but not handed out.
  for (const { vehicleId, group } of list) {
    if (group === 'conflict') continue
    await api.ask(vehicle.plan, { orderId, vehicleId })
    const { blocking } = await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })
    if (blocking.every(({ code }) => code !== 'vehicleOut')) return { orderId, orderNo, total: quote.total }
  }
  throw new Error('no car stands at the store')
}

async function takeDeposits(api: Api, orderId: string): Promise<void> {
  const { rows } = await api.ask(deposit.forPickup, { orderId })
  const amount = rows.reduce((sum, row) => sum + row.due, 0)
  await api.ask(deposit.pay, { orderId, kind: 3, mode: depositMode.offline, payWay: payWay.cash, amount })
}
