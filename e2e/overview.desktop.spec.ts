import { expect, test } from './setup/test.ts'

/* The counter by its keyboard alone. */

test('Ctrl K finds screens and orders from any page, the last ones first', async ({ page, open }) => {
  await open('/price')
  const sheet = page.getByRole('dialog', { name: '搜索' })
  // The keys come once the first page stands.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(sheet).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const box = sheet.getByRole('searchbox')
  await expect(box).toBeFocused()
  await page.keyboard.type('操作')
  await expect(sheet.getByRole('button', { name: '操作日志' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/audit$/)
  await expect(sheet).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(sheet.getByRole('heading', { name: '最近' })).toBeVisible()
  await page.keyboard.type('袁')
  await expect(sheet.getByRole('heading', { name: '订单' })).toBeVisible()
  const chosen = sheet.locator('.finder-current')
  const first = (await chosen.textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await expect(chosen).not.toHaveText(first)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\/detail\?orderId=|\/person\/detail/)

  await expect(sheet).toBeHidden()

  // A plate reads as it does everywhere.
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await page.keyboard.type('沪A')
  await expect(sheet.getByRole('heading', { name: '车辆' })).toBeVisible()
  await expect(sheet.getByText(/^沪A·/).first()).toBeVisible()
  await expect(sheet.getByText(/^沪A\w/)).toHaveCount(0)
})

test('? shows the keys of the page, Esc gives the page back', async ({ page, open }) => {
  await open('/order')
  // The keys of a list are those of its rows.
  await expect(page.getByRole('list', { name: '订单列表' }).getByRole('listitem').first()).toBeVisible()
  const sheet = page.getByRole('dialog', { name: '快捷键' })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(sheet.getByText('移动到上一项、下一项')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('the focus begins in the content, and the navigation can be skipped', async ({ page, open }) => {
  await open('/')
  await expect(page.getByRole('heading', { name: '今日待办' })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '跳到内容' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  await page.getByRole('link', { name: '设置', exact: true }).click()
  await page.getByRole('link', { name: '日志', exact: true }).click()
  await expect(page).toHaveURL(/\/audit$/)
  await expect(page.locator('main')).toBeFocused()
})

test('Ctrl Enter submits what is on top', async ({ page, open }) => {
  await open('/model/edit/0')
  const missing = page.getByText('请输入车型名称')
  await expect(page.getByRole('button', { name: '保存' })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Control+Enter')
    await expect(missing.first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('the counter opens on its first order, and works inside the pane', async ({ page, open }) => {
  await open('/order?status=4&pickupReturnQueryStatus=3')
  await expect(page).toHaveURL(/\/order\/detail\?orderId=\d+$/)
  const list = page.getByRole('list', { name: '订单列表' })
  await expect(list).toBeVisible()
  // Its name is short where something else comes first, as when the car is still out.
  await page
    .getByRole('button', { name: /^(办理)?取车/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/order\/pickup\?/)
  await expect(page).toHaveTitle('车驿 · 办理取车')
  await expect(list).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/order\/detail/)
  await page.getByRole('button', { name: '新建' }).click()
  await expect(page).toHaveURL(/\/order\/create/)
  await expect(list).toBeVisible()
  await page.goto('/order?status=5')
  await expect(page).toHaveURL(/\/order\/detail\?orderId=\d+$/)
  await page.getByRole('button', { name: '登记车损' }).click()
  await expect(page).toHaveTitle('车驿 · 登记车损')
  await expect(list).toBeVisible()
})

test('a price calendar without ids asks whose it is', async ({ page, open }) => {
  await open('/price/calendar')
  await page.getByRole('button', { name: '门店', exact: true }).click()
  await page.getByRole('dialog').getByText('虹桥机场店').click()
  await page.getByRole('button', { name: '车型', exact: true }).click()
  await page.getByRole('dialog').getByText('大众朗逸').first().click()
  await expect(page).toHaveURL(/\/price\/calendar\?storeId=\d+&modelId=\d+/)
  await expect(page.getByRole('button', { name: '后六周' })).toBeVisible()
})

test('stock shows every car as a lane; an order is dragged to another car, or told why not', async ({ page, open }) => {
  await open('/stock')
  const lanes = page.locator('.timeline-line').filter({ has: page.locator('.plate') })
  await expect(lanes.first()).toBeVisible()
  const bar = page.locator('a.timeline-bar[draggable="true"]').first()
  const own = await bar.locator('xpath=ancestor::div[contains(@class, "timeline-line")]').textContent()
  const other = lanes.filter({ hasNotText: own ?? '' }).first()
  await bar.dragTo(other)
  await expect(page.getByText(/^已排到 |^不能排到 .+：.+/).first()).toBeVisible()

  // A place where a car is free begins an order of it, or work on it.
  const clickFree = async () => {
    await expect(lanes.first()).toBeVisible()
    // Looked for each time: what others do meanwhile moves the lanes.
    const free = await lanes.locator('.timeline-track').evaluateAll((tracks) => {
      for (const track of tracks) {
        const { left, right, top, height } = track.getBoundingClientRect()
        for (let x = right - 8; x > left; x -= 16)
          if (document.elementFromPoint(x, top + height / 2) === track) return { x, y: top + height / 2 }
      }
      return null
    })
    await page.mouse.click(free!.x, free!.y)
  }
  await clickFree()
  await page.getByRole('dialog').getByRole('button', { name: '新建维保单' }).click()
  await expect(page).toHaveURL(/\/tickets\/maintaince\/create\?.*vehicleId=\d+.*from=\d+/)
  await page.goBack()
  await clickFree()
  await page.getByRole('dialog').getByRole('button', { name: '下单' }).click()
  await expect(page).toHaveURL(/\/order\/create\?.*vehicleId=\d+/)
  await expect(
    page.getByRole('radiogroup', { name: '车型', exact: true }).getByRole('radio', { checked: true }),
  ).toBeAttached()
  await page.goBack()
  await expect(lanes.first()).toBeVisible()

  const days = page.locator('.timeline-head .timeline-days')
  const before = (await days.textContent()) ?? ''
  await page.keyboard.press('ArrowRight')
  await expect(days).not.toHaveText(before)
  await page.keyboard.press('ArrowLeft')
  await expect(days).toHaveText(before)
})
