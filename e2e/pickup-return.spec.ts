import { order } from '@cheyi/contract/booking/order'
import { expense } from '@cheyi/contract/money/expense'
import { cancelReason, orderStatus, responsibility, source } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { agreeTo } from './approval.ts'
import {
  cardOf,
  enterReadings,
  expectDone,
  headOf,
  odometerOf,
  openCard,
  photographCar,
  sent,
  sign,
} from './setup/handover.ts'
import { photograph, withCamera } from './setup/pictures.ts'
import { bookAtHand, bringBack, handOut, holdByMachine } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* The end of a rental, where somebody else has a word in it, or the money is needed after all. */

test('a return that takes much from the deposit goes on when a second person agrees', async ({
  page,
  browser,
  as,
  open,
}) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId, orderNo } = await handOut(page, api, '吴大额', source.partner7)
  await bringBack(page, api, orderId, 900_000)
  await open(`/order/return?orderId=${orderId}&rstep=9`)
  await sign(page)
  await page.getByRole('button', { name: /^确认还车/ }).click()
  const waits = page.getByRole('dialog', { name: '需另一名有权限的人员确认' })
  await expect(waits.getByRole('status').filter({ hasText: '等待审批' })).toBeVisible()
  await expect(waits).toContainText(orderNo)
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ status: orderStatus.pickedUp })

  await agreeTo(browser, open, orderNo)
  await expect(page).toHaveTitle('车驿 · 订单详情')
  await expect(page.getByText('已还车').first()).toBeVisible()
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ status: orderStatus.returned, fees: { owed: 0 } })
})

test('what a return owes is completed at the card machine, typed off its slip, and no slip twice', async ({
  page,
  as,
  open,
}) => {
  test.setTimeout(180_000)
  const api = await as()
  const used = `E2E${Date.now()}`
  for (const again of [false, true]) {
    const { orderId } = await handOut(page, api, again ? '孔二刷' : '孔刷卡', undefined, holdByMachine)
    // More than the days give back that are not used.
    await bringBack(page, api, orderId, 200_000)
    await open(`/order/return?orderId=${orderId}&rstep=9`)
    await sign(page)
    const money = cardOf(page, '钱')
    await expect(money.getByText('一笔预授权只能完成一次')).toBeVisible()
    await expect(headOf(page, '钱')).toContainText('请填写流水号')
    await expect(money.getByText(/已当面退还租车押金/)).toHaveCount(0)
    const confirm = page.getByRole('button', { name: /^确认还车，押金扣款 ¥/ })
    await confirm.click()
    await expect(money.getByText('请填写流水号')).toHaveCount(2)
    await money.getByLabel('流水号').fill(used)
    // Done, and still open: nothing moves under the fingers.
    await expectDone(page, '钱')
    await expect(money.getByText('请填写流水号')).toHaveCount(0)
    await expect(money.getByLabel('流水号')).toBeVisible()
    await confirm.click()
    if (again) {
      await expect(money.getByText(/该流水号已.*不能重复使用/)).toBeVisible()
      await money.getByLabel('流水号').fill(`${used}-2`)
      await confirm.click()
    }
    await expect(page.getByText('已还车').first()).toBeVisible()
    const { status, fees, deposits } = await api.ask(order.detail, { orderId })
    expect({ status, owed: fees.owed }).toEqual({ status: orderStatus.returned, owed: 0 })
    expect(deposits[0]).toMatchObject({ available: 0 })
    expect(deposits[0]!.captured).toBeGreaterThan(0)
  }
})

test('a deposit on its way back is kept after all, and given back later', async ({ page, as, open }) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId } = await handOut(page, api, '郑撤回')
  await bringBack(page, api, orderId, 0)
  await open(`/order/return?orderId=${orderId}&rstep=9`)
  await sign(page)
  await page.getByRole('button', { name: /^确认还车/ }).click()
  await expect(page).toHaveTitle('车驿 · 订单详情')

  // The return asked for the rental deposit by itself; what was taken in cash waits for the proof that it went.
  const release = page.getByRole('button', { name: '退押金' }).first()
  await release.click()
  const proof = page.getByRole('dialog', { name: '退押金' })
  await proof.getByRole('button', { name: /^确认已退 ¥/ }).click()
  await expect(proof.getByText('请上传退款凭证')).toBeVisible()
  const amount = (await proof.getByRole('button', { name: /^确认已退 ¥/ }).textContent())?.match(/¥[\d,.]+/)?.[0] ?? ''
  await proof.getByRole('button', { name: '撤回退押金' }).click()
  const withdraw = page.getByRole('dialog', { name: '撤回退押金' })
  await withdraw.getByRole('button', { name: `撤回 ${amount}` }).click()
  await expect(withdraw.getByText('请填写撤回原因')).toBeVisible()
  await withdraw.getByRole('radio', { name: '发现车损' }).check({ force: true })
  await withdraw.getByRole('button', { name: `撤回 ${amount}` }).click()
  await expect(page.getByText('已撤回退押金，押金仍在押')).toBeVisible()
  const rental = async () => (await api.ask(order.detail, { orderId })).deposits[0]!
  expect(formatMoney((await rental()).available)).toBe(amount)

  await release.click()
  await photograph(page, proof.getByRole('button', { name: '添加凭证' }), '转账')
  await sent(proof)
  await proof.getByRole('button', { name: `退还 ${amount}` }).click()
  await expect(proof).toBeHidden()
  expect(await rental()).toMatchObject({ available: 0 })
})

test('an open pickup learns that the order was cancelled elsewhere', async ({ as, open, page }) => {
  const api = await as()
  const { orderId } = await bookAtHand(api, '苗已取消', 1)
  await open(`/order/pickup?orderId=${orderId}`)
  await expect(page.getByRole('navigation', { name: '办理步骤' })).toBeVisible()
  const why = {
    reason: cancelReason.noVehicle,
    responsibility: responsibility.merchant,
    expectPenalty: 0,
    note: '车辆故障',
  }
  await api.ask(order.cancel, { orderId, ...why })
  await expect(page.getByText('订单已取消，不能办理取车')).toBeVisible()
})

test('damage is marked, photographed and charged in one sheet, and undone there', async ({ page, as, open }) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId } = await handOut(page, api, '卢车损')
  await open(`/order/return?orderId=${orderId}`)
  await photographCar(page)
  const before = await odometerOf(page)
  // Too few kilometres are said beside the field as soon as it is left.
  const read = page.getByLabel('当前里程')
  await read.fill('1')
  await expect(read).toHaveAccessibleDescription(/^取车 /)
  await read.blur()
  await expect(read).toHaveAccessibleDescription('还车里程不能小于取车里程')
  // What is typed in the middle stays there, and a tenth of a kilometre is no further digit.
  await read.fill('')
  await read.pressSequentially('12345.6')
  for (let left = 0; left < 4; left++) await read.press('ArrowLeft')
  await read.press('Backspace')
  await read.press('9')
  await expect(read).toHaveValue('12945.6')
  await read.blur()
  await expect(read).toHaveValue('12,945')
  await enterReadings(page, before + 20)
  await page.getByRole('button', { name: '按名称选' }).click()
  await page.getByRole('dialog', { name: '选择部位' }).getByRole('button', { name: '左前门', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '左前门' })
  await sheet.getByText('划痕', { exact: true }).click()
  await photograph(page, sheet.getByRole('button', { name: '添加照片' }), '划痕')
  await expect(sheet.getByText('价目：车门划痕 ¥400.00')).toBeVisible()
  await sheet.getByRole('button', { name: '保存并收取 ¥400.00' }).click()
  const mark = page.getByRole('button', { name: /左前门 · 划痕 · 1 图.*¥400\.00/ })
  await expect(mark).toBeVisible()
  await expectDone(page, '车')

  const money = await openCard(page, '钱')
  const charge = money.getByRole('button', { name: '修改车损 ¥400.00' })
  await expect(charge).toBeVisible()
  await expect(money.getByText('左前门划痕')).toBeVisible()
  const charged = () => api.ask(expense.list, { orderId, type: 1 })
  await expect.poll(charged).toMatchObject([{ amount: 40_000, photos: [{}] }])

  // Its amount leads to the mark; without a charge it wants its reason.
  await charge.click()
  await sheet.getByText('不收费', { exact: true }).click()
  await sheet.getByRole('button', { name: '保存标记' }).click()
  await expect(sheet.getByText('请写明不收费的原因')).toBeVisible()
  await sheet.getByRole('button', { name: '删除', exact: true }).click()
  await expect(charge).toBeHidden()
  await expect.poll(charged).toEqual([])
})

test('the camera stays open from place to place, and a place is photographed anew', async ({ page, as, open }) => {
  const api = await as()
  const { orderId } = await bookAtHand(api, '钱连拍', 1)
  await withCamera(page)
  // What was photographed is safe on this phone: nothing of it waits for the network.
  const network = Promise.withResolvers<void>()
  await page.route('**/media/v1/upload*', async (route) => {
    await network.promise
    await route.continue()
  })
  await open(`/order/pickup?orderId=${orderId}&rstep=3`)
  await page.getByRole('button', { name: '连续拍摄' }).click()
  const camera = page.getByRole('dialog', { name: '拍摄车辆照片' })
  const shutter = camera.getByRole('button', { name: '拍照' })
  for (const place of ['车头', '车尾', '左侧', '右侧', '仪表盘']) {
    await expect(camera.getByRole('status').filter({ hasText: `拍${place}` })).toBeVisible()
    await shutter.click()
    await expect(camera.getByRole('button', { name: `重拍${place}` })).toBeVisible()
  }
  await expect(camera.getByRole('status').filter({ hasText: '拍内饰' })).toBeVisible()
  const front = camera.getByRole('button', { name: '重拍车头' }).locator('img')
  const before = (await front.getAttribute('src')) ?? ''
  await camera.getByRole('button', { name: '重拍车头' }).click()
  await shutter.click()
  await expect(front).not.toHaveAttribute('src', before)
  await expect(camera.getByRole('status').filter({ hasText: '拍内饰' })).toBeVisible()

  // A walk around the car, by the same camera: sent as a chosen video is.
  await camera.getByRole('button', { name: '录像' }).click()
  await expect(camera.getByRole('status').filter({ hasText: '正在录环车视频' })).toBeVisible()
  await expect(shutter).toBeDisabled()
  await expect(camera.getByText('1 / 30 秒')).toBeVisible()
  await camera.getByRole('button', { name: '停止' }).click()
  await expect(shutter).toBeEnabled()
  await camera.getByRole('button', { name: '完成' }).click()
  await expect(camera).toBeHidden()
  await expect(page.getByRole('img', { name: /^(车头|车尾|左侧|右侧|仪表盘)$/ })).toHaveCount(5)
  network.resolve()
  await expect(page.getByRole('button', { name: '查看环车视频' })).toBeVisible()

  // Where the browser may use it, a tile opens it at its place.
  await page.getByRole('button', { name: '拍内饰' }).click()
  await expect(camera.getByRole('status').filter({ hasText: '拍内饰' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(camera).toBeHidden()
})
