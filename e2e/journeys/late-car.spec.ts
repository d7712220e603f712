import { arrange } from '@cheyi/contract/arrange'
import { order } from '@cheyi/contract/order'
import { quote as quotes } from '@cheyi/contract/quote'
import { displayPlate } from '@cheyi/domain/check/plate'
import { source } from '@cheyi/domain/order/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { goLater } from '../setup/later.ts'
import { handOutOwn, knownRenter, oneMoreCar } from '../setup/rental.ts'
import { expect, test } from '../setup/test.ts'

/* A customer comes for a car that another has not brought back: from the row at home to a car that is there. */

test.use({ ownClock: true })

test('an order whose car is still out leads to another car', async ({ page, as, open }) => {
  test.setTimeout(180_000)
  const api = await as('third')
  const late = await handOutOwn(page, api, '陈未还')
  const out = await api.ask(order.detail, { orderId: late.orderId })
  const { storeId } = out.pickupPlace
  await oneMoreCar(api, { modelId: out.model.modelId, homeStoreId: storeId })
  const pickupAt = out.returnAt + 3 * HOUR
  const trip = { storeId, modelId: out.model.modelId, pickupAt, returnAt: pickupAt + 24 * HOUR, source: source.offline }
  const quote = await api.ask(quotes.quote, trip)
  const { orderId } = await api.ask(order.create, {
    submit: true,
    quoteId: quote.quoteId,
    expectTotal: quote.total,
    ...(await knownRenter(api, '谢等车')),
  })
  await api.ask(arrange.plan, { orderId, vehicleId: out.vehicle!.vehicleId })

  await goLater(page, pickupAt + 5 * MINUTE - Date.now())
  await open('/', 'third')
  const row = page.getByRole('listitem').filter({ hasText: '谢等车' })
  await test.step('home says who has the car and how late', async () => {
    await expect(row).toContainText('上一单未还：陈未还 已超时3小时')
  })

  await test.step('so do the order and its pickup, with another car as the thing to do', async () => {
    await page.goto(`/order/detail?orderId=${orderId}`)
    await expect(page.getByRole('alert')).toContainText('上一单未还：陈未还')
    await expect(page.getByRole('button', { name: '联系陈未还' })).toBeVisible()
    await expect(page.getByRole('button', { name: '改派', exact: true }).first()).toBeVisible()
    await page.goto(`/order/pickup?orderId=${orderId}`)
    await expect(page.getByRole('alert')).toContainText('上一单未还：陈未还')
    await page.getByRole('button', { name: '改派其他车辆' }).click()
  })

  await test.step('the late car cannot be had, another is proposed', async () => {
    const cars = page.getByRole('radiogroup', { name: '车辆', exact: true })
    const plate = displayPlate(out.vehicle!.plate).replace('·', ' ')
    await expect(cars.getByRole('radio', { name: plate })).toBeDisabled()
    await expect(page.getByText('上一单超时未还').first()).toBeVisible()
    await expect(cars.getByRole('radio', { checked: true })).toBeEnabled()
    await page.getByRole('button', { name: '确认排车' }).click()
    const moves = page.getByRole('button', { name: '确认改派' })
    const arranged = page.getByText(/^已排车 /)
    await expect(moves.or(arranged).first()).toBeVisible()
    if (await moves.isVisible()) await moves.click()
    await expect(arranged.first()).toBeVisible()
  })

  await test.step('the order is ready for its pickup', async () => {
    const { vehicle, carOut } = await api.ask(order.detail, { orderId })
    expect(carOut).toBeNull()
    expect(vehicle!.vehicleId).not.toBe(out.vehicle!.vehicleId)
    await page.goto(`/order/detail?orderId=${orderId}`)
    await expect(page.getByRole('button', { name: '办理取车' }).first()).toBeVisible()
    await expect(page.getByText(/上一单未还/)).toHaveCount(0)
  })
})
