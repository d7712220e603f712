import { order } from '@cheyi/contract/booking/order'
import { expense } from '@cheyi/contract/money/expense'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import { enterReadings, expectDone, odometerOf, openCard, photographCar, photographPaper } from '../setup/handover.ts'
import { pay } from '../setup/prepare.ts'
import { arrangeAtHand, bookKnown, takeDeposits } from '../setup/rental.ts'
import { expect, test } from '../setup/test.ts'

test('a customer who comes hours early pays from now on', async ({ page, as, open }) => {
  test.setTimeout(180_000)
  const api = await as()
  const { cars, ...booked } = await bookKnown(api, { name: '孙早到', inHours: 0, days: 2, later: 10 })
  const { orderId, total } = booked
  await arrangeAtHand(api, orderId, cars)
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
    await enterReadings(page, await odometerOf(page))
    await expectDone(page, '车')
    await openCard(page, '签')
    await photographPaper(page)
  })

  await test.step('it is passed for a reason, and paid with what a colleague adds meanwhile', async () => {
    await openCard(page, '人')
    await expect(page.getByText('提前取车：租期从现在起重新计价')).toBeVisible()
    const confirm = page.getByRole('button', { name: /^确认交车，收款 ¥/ })
    const due = fenIn(await confirm.textContent())
    await openCard(page, '钱')
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
