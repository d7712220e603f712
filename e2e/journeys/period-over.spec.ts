import { order } from '@cheyi/contract/order'
import { orderStatus } from '@cheyi/domain/order/codes'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { goLater } from '../setup/later.ts'
import { pay } from '../setup/prepare.ts'
import { arrangeAtHand, bookKnown, prepare, signAnew, takeDeposits } from '../setup/rental.ts'
import { expect, test } from '../setup/test.ts'

/* A customer who comes for the car when the agreed time is over. */

test.use({ ownClock: true })

test('a pickup after the agreed return goes on with another period', async ({ page, as, open }) => {
  // Somebody else's order on its car the day after, and the period could not be moved.
  const api = await as('third')
  // For a day of three for which the car is free: it can be had the day after too.
  const { cars, ...booked } = await bookKnown(api, { name: '冯晚到', inHours: 0, days: 3, later: 1 })
  const { orderId } = booked
  await pay(api, booked)
  await takeDeposits(api, orderId)
  await arrangeAtHand(api, orderId, cars)
  await prepare(page, api, orderId, handoverType.pickup)

  await goLater(page, DAY + 6 * HOUR)
  await open(`/order/pickup?orderId=${orderId}`, 'third')
  await page.getByRole('button', { name: '确认交车' }).click()
  await expect(page.getByText('租期已过，调整租期后取车')).toBeVisible()

  await page.getByRole('button', { name: '调整租期', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '调整租期' })
  // As long as it was agreed for, from now on.
  await sheet.getByRole('button', { name: /^调整租期，总额 ¥/ }).click()
  await expect(page.getByText('租期已过，调整租期后取车')).toBeHidden()

  // What was signed names the period that is over.
  await page.getByRole('button', { name: /^确认交车/ }).click()
  await expect(page.getByText('合同未签署').first()).toBeVisible()
  await signAnew(page, api, orderId, handoverType.pickup)
  await page.reload()

  const cash = page.getByText('现金', { exact: true })
  const confirm = page.getByRole('button', { name: /^确认交车/ })
  // A day that is dearer than the one that is over is paid for with the keys.
  if (await cash.isVisible()) await cash.click()
  await confirm.click()
  await expect(page).toHaveTitle('车驿 · 订单详情')
  const out = await api.ask(order.detail, { orderId })
  expect(out.status).toBe(orderStatus.pickedUp)
  expect(out.pickupAt - Date.now()).toBeGreaterThan(DAY)
  // It ends when the sheet said, and begins when that is pressed: perhaps in the next minute.
  expect([DAY, DAY - MINUTE]).toContain(out.returnAt - out.pickupAt)
})
