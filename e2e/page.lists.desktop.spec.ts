import { reimbursement } from '@cheyi/contract/money/reimbursement'
import { session } from '@cheyi/contract/platform/session'
import { toll } from '@cheyi/contract/rental/toll'
import { signIn } from './setup/api.ts'
import { book, farAhead, pay } from './setup/prepare.ts'
import { expect, staff, test, type Who } from './setup/test.ts'

/* Lists and navigation at the counter's desktop. */

test('a list is a table whose heads sort, whose totals agree, and whose rows are chosen by keys', async ({
  page,
  open,
  as,
}) => {
  const { list, sums } = await (await as()).ask(toll.due, { pageSize: 100 })
  await open('/tolls/charge')
  const table = page.getByRole('table', { name: '待收订单' })
  await expect(table.getByRole('row')).toHaveCount(list.length + 2)
  await expect(table.getByRole('row').last()).toContainText(
    (sums!.fen / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ','),
  )

  const amounts = async () =>
    (await table.getByRole('row').allInnerTexts()).slice(1, -1).map((text) => Number(/\n(\d+\.\d\d)\n/.exec(text)![1]))
  const head = table.getByRole('button', { name: '应收' })
  await head.click()
  await expect(table.getByRole('columnheader', { name: '应收' })).toHaveAttribute('aria-sort', 'descending')
  expect(await amounts()).toEqual(list.map(({ fen }) => fen / 100).toSorted((a, b) => b - a))
  await head.click()
  expect(await amounts()).toEqual(list.map(({ fen }) => fen / 100).toSorted((a, b) => a - b))

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(page.getByRole('button', { name: '操作 2 单' })).toBeVisible()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/order\/detail\?orderId=/)
})

test('what one person did several times in a row is one line, which opens to each', async ({ page, open, baseURL }) => {
  const api = await signIn(baseURL, staff.service)
  await signIn(baseURL, staff.service)
  const { accountId } = await api.ask(session.userInfo, {})
  await open(`/audit?accountId=${accountId}`)
  const table = page.getByRole('table', { name: '操作日志' })
  const together = table.getByRole('row').filter({ hasText: /登录 · 密码登录 \d+ 次/ })
  await expect(together.first()).toBeVisible()
  const groups = await together.count()
  await together.first().getByRole('button').click()
  await expect(together).toHaveCount(groups - 1)
  await expect(table.getByRole('row').filter({ hasText: /登录 · 密码登录/ })).not.toHaveCount(groups)
})

test('filters are kept under a name, applied by one press and left by another', async ({ page, open }) => {
  // The text of a search may name a customer, and a view stays on the device.
  await open('/illegals?keyword=13987654321')
  await page
    .locator('label')
    .filter({ hasText: /^处理中/ })
    .click()
  await expect(page.getByRole('radio', { name: /处理中/ })).toBeChecked()
  await page.getByRole('button', { name: '存为视图' }).click()
  const sheet = page.getByRole('dialog', { name: '保存当前筛选' })
  await sheet.getByLabel('视图名称').fill('客户在办')
  await sheet.getByRole('button', { name: '保存' }).click()
  const view = page.getByRole('button', { name: '客户在办', exact: true })
  await expect(view).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('13987654321')
  await view.click()
  await expect(page).not.toHaveURL(/group=/)
  await page.reload()
  await view.click()
  await expect(page).toHaveURL(/group=/)
  await page.getByRole('button', { name: '移除' }).click()
  await expect(view).toHaveCount(0)
})

test('what another one does covers nothing: it is counted at the bell alone', async ({ page, as, open }) => {
  const stream = page.waitForResponse(/\/api\/stream\/v1\/events/)
  const manager = await as('manager')
  const booked = await book(manager, { name: '周不扰', inHours: farAhead() })
  await pay(manager, booked)
  await open('/price?tab=cancel')
  await stream
  const counted = page.waitForResponse(/\/api\/notify\/v1\/unread/)
  // An important notice for those who approve.
  await manager.ask(reimbursement.save, {
    orderId: booked.orderId,
    kind: 3,
    reasonCode: 9,
    items: [{ name: '补偿', amount: 60_000 }],
    payMode: 3,
  })
  await counted
  // A toast would be there for two seconds, so it is looked for at once.
  expect(await page.locator('.toast').count()).toBe(0)
})

for (const who of Object.keys(staff).filter((one) => one !== 'operator') as Who[])
  test(`the navigation of ${who} needs no scrolling, and each place leads to its page`, async ({ page, open }) => {
    await open('/', who)
    const navigation = page.getByRole('navigation', { name: '主导航' })
    await expect(navigation.getByRole('link').first()).toBeVisible()
    expect(await navigation.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
    const places = await navigation.getByRole('link').count()
    expect(places).toBeLessThanOrEqual(15)
    const last = navigation.getByRole('link').nth(places - 2)
    const to = await last.getAttribute('href')
    await last.click()
    await expect(page).toHaveURL(new RegExp(`${to}`))
    await expect(last).toHaveAttribute('aria-current', 'page')
  })
