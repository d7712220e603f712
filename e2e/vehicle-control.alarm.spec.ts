import { vehicleControl } from '@cheyi/contract/fleet/vehicle-control'
import { alarmType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { positionText } from '@cheyi/domain/platform/geo/position'
import { expect, test } from './setup/test.ts'

/* A fence is drawn, a car drives outside it, staff are notified, and the alarm is handled. */

test('a fence is drawn, a car is outside it, staff are notified, and the alarm is handled', async ({
  page,
  open,
  as,
}) => {
  test.setTimeout(300_000)
  const api = await as('owner')
  // A car has one alarm of a type until it ends, handled or not, and some have left the fence of the demo.
  const outside = async (vehicleId: string) =>
    (await api.ask(vehicleControl.alarmPage, { vehicleId, type: alarmType.area })).list.some(
      ({ endAt }) => endAt === null,
    )
  const fastest = async () => {
    const { list } = await api.ask(vehicleControl.page, { moving: true, rented: true })
    for (const one of list.toSorted((a, b) => (b.speed ?? 0) - (a.speed ?? 0)))
      if (!(await outside(one.vehicleId))) return one
    return undefined
  }
  await expect.poll(fastest, { timeout: 120_000 }).toBeDefined()
  const car = (await fastest())!
  const plate = displayPlate(car.plate)
  // Another flow tests the first look of the owner.
  const fleet = await as('fleet')
  await fleet.ask(vehicleControl.look, {})
  const name = `客户小区${Date.now() % 10_000}`

  await open('/vehicleControl/fence', 'owner')
  await page.getByRole('button', { name: '新建' }).click()
  await expect(page.getByRole('heading', { name: '适用车辆' })).toBeVisible()
  await page.getByPlaceholder('如：虹桥店周边').fill(name)
  await page.getByText('驶出', { exact: true }).click()
  await page.getByText('紧急', { exact: true }).click()
  await page.getByRole('button', { name: '选择车辆' }).click()
  const sheet = page.getByRole('dialog', { name: '选择车辆' })
  await sheet.getByPlaceholder('车牌').fill(car.plate.slice(-4))
  await sheet.getByRole('checkbox', { name: plate }).check()
  await sheet.getByRole('button', { name: /确定（1/ }).click()
  await page.getByRole('button', { name: '画范围' }).click()
  // Some 2 km from the car: a car that has to drive out of a circle first may stand still for six minutes of its round.
  const { lng, lat } = await fleet.ask(vehicleControl.detail, { vehicleId: car.vehicleId })
  await page.getByLabel('圆心').fill(positionText({ lng: lng!, lat: lat! + 0.02 }))
  await page.getByLabel('半径').fill('500')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('半径 500 米')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('围栏已保存，几秒内生效')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('1 辆车')

  // The next report of the car shows that it is outside.
  const alarms = async () =>
    (await api.ask(vehicleControl.alarmPage, { vehicleId: car.vehicleId, type: alarmType.area, group: 'todo' })).list
  await expect.poll(async () => (await alarms())[0]?.fenceName, { timeout: 120_000 }).toBe(name)

  await open('/notices', 'owner')
  // Alarms of other cars make one line with it, which opens.
  const alarmed = page.getByRole('listitem').filter({ hasText: '报警 进出区域' })
  const notice = alarmed.filter({ hasText: new RegExp([...plate.replace('·', '')].join('·?')) }).first()
  const alike = alarmed.getByText(/报警 进出区域 \d+ 条/).first()
  await expect(notice.or(alike).first()).toBeVisible()
  if (!(await notice.isVisible())) await alike.click()
  await notice.getByText('报警 进出区域').click()
  await expect(page).toHaveTitle('车驿 · 报警详情')
  await expect(page.getByText(`围栏「${name}」`)).toBeVisible()
  await expect(page.getByRole('heading', { name: '用车客户' })).toBeVisible()
  await page.getByRole('button', { name: '前后轨迹' }).click()
  await page.getByRole('button', { name: '开始处理' }).click()
  await expect(page.getByText('处理中').first()).toBeVisible()
  await page.getByRole('button', { name: '处理完成' }).click()
  const closing = page.getByRole('dialog', { name: '处理完成' })
  await closing.getByText('已联系客户，情况正常').click()
  await closing.getByRole('button', { name: '完成', exact: true }).click()
  await expect(page.getByText('报警已处理')).toBeVisible()
  await open('/vehicleControl/alarm?group=done', 'owner')
  await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText('已处理')
})

test('a zone is drawn by taps on the map, saved, and changed at its corners', async ({ page, open, as }) => {
  const name = `高架${Date.now() % 10_000}`
  await open('/vehicleControl/fence/edit/0', 'owner')
  await page.getByPlaceholder('如：虹桥店周边').fill(name)
  await page.getByText('禁断油电', { exact: true }).click()
  await page.getByText('多边形', { exact: true }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '请画出范围' })).toBeVisible()
  await page.getByRole('button', { name: '画范围' }).click()
  const map = page.getByRole('region', { name: '地图' })
  await expect(map).toBeVisible()
  const { width, height } = (await map.boundingBox())!
  const tap = (x: number, y: number) => map.click({ position: { x: width * x, y: height * y } })
  await tap(0.3, 0.3)
  await tap(0.7, 0.35)
  await expect(page.getByRole('alert')).toHaveText('围栏至少3个点')
  await tap(0.65, 0.7)
  await tap(0.3, 0.65)
  await page.getByRole('button', { name: /^确定（4个点/ }).click()
  const size = page.getByText(/^4个点 · 约\d/)
  await expect(size).toBeVisible()
  const drawn = await size.textContent()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('围栏已保存，几秒内生效')).toBeVisible()

  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('禁断油电 · 多边形')
  await row.getByRole('link').first().click()
  await expect(page.getByText(drawn!, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '修改范围' }).click()
  const corners = page.getByRole('button', { name: /^第\d个点，/ })
  await expect(corners).toHaveCount(4)
  await corners.nth(3).click()
  await page.getByRole('button', { name: /^确定（3个点/ }).click()
  await page.getByRole('button', { name: '保存' }).click()
  const api = await as('owner')
  const { list } = await api.ask(vehicleControl.fencePage, { keyword: name })
  const { fenceId } = list[0]!
  const saved = () => api.ask(vehicleControl.fenceDetail, { fenceId })
  // The message of the first time may still be shown.
  await expect.poll(async () => (await saved()).ring).toHaveLength(3)
  await api.ask(vehicleControl.fenceRemove, { fenceId, version: (await saved()).version })
})

test('the rule of an alarm is changed, in its unit', async ({ page, open }) => {
  await open('/vehicleControl/alarm/rule', 'owner')
  await page.getByRole('button', { name: /低电量/ }).click()
  const sheet = page.getByRole('dialog', { name: '低电量' })
  await sheet.getByLabel('电瓶电压低于').fill('8')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(sheet.getByText('应为9.0至25.0V')).toBeVisible()
  await sheet.getByLabel('电瓶电压低于').fill('11.8')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('电瓶电压低于 11.8 V')).toBeVisible()
})
