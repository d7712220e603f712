import { order } from '@cheyi/contract/booking/order'
import { inventory } from '@cheyi/contract/fleet/inventory'
import { expense } from '@cheyi/contract/money/expense'
import { arrange } from '@cheyi/contract/rental/arrange'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { runState } from '@cheyi/domain/fleet/inventory/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY } from '@cheyi/domain/time'
import { cardOf, enterReadings, expectDone, odometerOf, openCard, photographCar, signIn } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { handOut, oneMoreCar } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* The car of a rental that is out breaks down, and another goes in its place. */

test('a car on the road is swapped for another', async ({ page, as, open }) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId } = await handOut(page, api, '施换车')
  const { vehicle: before } = await api.ask(order.detail, { orderId })
  const [out] = (await api.ask(inventory.list, { keyword: before!.plate })).list
  await oneMoreCar(api, out!)

  await test.step('what is missing is said, with the way there', async () => {
    await open(`/order/detail?orderId=${orderId}`)
    await page.getByRole('button', { name: '换车', exact: true }).click()
    await expect(page).toHaveTitle('车驿 · 换车')
    await page.getByRole('button', { name: '确认换车' }).click()
    await expect(page.getByText('还不能确认')).toBeVisible()
    await page.getByRole('button', { name: /^还差 5 张必拍照片/ }).click()
    await expect(cardOf(page, '收').getByText('车辆照片')).toBeInViewport()
  })

  await test.step('why, and which', async () => {
    await cardOf(page, '选').getByText('车辆故障', { exact: true }).click()
    // A broken car is let out to nobody, unless somebody says otherwise.
    await expect(page.getByRole('switch', { name: '原车停租' })).toBeChecked()
    await page.getByRole('button', { name: '选择新车', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '选择新车' })
    await expect(sheet.getByRole('radio', { checked: true })).toBeVisible()
    // The last one: the best is what other flows are given meanwhile.
    await sheet.getByRole('radio', { disabled: false }).last().check()
    await sheet.getByRole('button', { name: '确定' }).click()
    await expectDone(page, '选')
  })

  await test.step('both cars are looked at, and what was entered outlives a reload', async () => {
    for (const mark of ['收', '交'] as const) {
      const card = cardOf(page, mark)
      await photographCar(page, card)
      await enterReadings(card, (await odometerOf(card)) + 10)
      await expectDone(page, mark)
    }
    await page.reload()
    for (const mark of ['选', '收', '交'] as const) await expectDone(page, mark)
  })

  await test.step('what is broken on the one that comes back is marked and charged', async () => {
    const card = cardOf(page, '收')
    await openCard(page, '收')
    await card.getByRole('button', { name: '按名称选' }).click()
    await page.getByRole('dialog', { name: '选择部位' }).getByRole('button', { name: '左前门', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '左前门' })
    await sheet.getByText('划痕', { exact: true }).click()
    await photograph(page, sheet.getByRole('button', { name: '添加照片' }), '划痕')
    await sheet.getByRole('button', { name: '保存并收取 ¥400.00' }).click()
    await expect(page.getByRole('button', { name: /左前门 · 划痕 · 1 图.*¥400\.00/ })).toBeVisible()
    await expect(card.getByText('收回门店', { exact: true })).toBeVisible()
    await expectDone(page, '收')
  })

  await page.getByRole('button', { name: '确认换车' }).click()
  const agrees = page.getByRole('button', { name: '客户已同意' })
  const swapped = page.getByText(/^已换车/)
  await expect(agrees.or(swapped)).toBeVisible()
  if (await agrees.isVisible()) await agrees.click()
  // Other flows book too: an order may have had to give up its car for this one, which is told first.
  const told = page.getByRole('button', { name: '知道了' })
  const paper = page.getByRole('dialog', { name: '换车补充协议' })
  await expect(told.or(paper)).toBeVisible()
  if (await told.isVisible()) await told.click()

  await test.step('the customer signs for the swap at once, or later from the order', async () => {
    const paper = page.getByRole('dialog', { name: '换车补充协议' })
    await paper.getByRole('button', { name: '关闭' }).click()
    await expect(page).toHaveTitle('车驿 · 订单详情')
    const listed = page.getByRole('button', { name: /^换车补充协议/ })
    await expect(listed).toContainText('未生成')
    await listed.click()
    await paper.getByRole('button', { name: '请客户在此签署' }).click()
    const sheet = page.getByRole('dialog', { name: '客户签署' })
    await expect(sheet.getByText(displayPlate(before!.plate), { exact: true })).toBeVisible()
    await signIn(page, sheet)
    await expect(sheet).toBeHidden()
    await expect(paper).toBeHidden()
    await expect(listed).toContainText('已签署')
  })

  const { vehicle: after } = await api.ask(order.detail, { orderId })
  expect(after!.vehicleId).not.toBe(before!.vehicleId)
  await expect(page.getByText(displayPlate(after!.plate)).first()).toBeVisible()
  const { list } = await api.ask(inventory.list, { keyword: before!.plate })
  expect(list).toMatchObject([{ runState: runState.turnaround }])
  const inAWeek = Date.now() + 7 * DAY
  const { list: cars } = await api.ask(arrange.available, {
    storeId: out!.storeId,
    modelId: out!.modelId,
    pickupAt: inAWeek,
    returnAt: inAWeek + DAY,
    keyword: before!.plate,
  })
  expect(cars).toMatchObject([{ group: 'conflict', why: '停售中，不可排车' }])
  const { records } = await api.ask(pickupReturn.records, { orderId })
  expect(records.filter(({ type }) => type === handoverType.return).map(({ vehicleId }) => vehicleId)).toEqual([
    before!.vehicleId,
  ])
  expect(await api.ask(expense.list, { orderId, type: handoverType.return })).toMatchObject([
    { amount: 40_000, photos: [{}] },
  ])
})
