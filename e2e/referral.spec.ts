import { chooseStay, confirmHours, orderPage } from './setup/booking.ts'
import { farAhead, freeStay } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* A form that only a colleague may send is handed over before there is a record. */

test('a discount beyond the right of a clerk is handed over with its form, and the colleague books it', async ({
  page,
  open,
  as,
  browser,
}) => {
  const stay = await freeStay(await as('manager'), { inHours: farAhead() })
  await open('/order/create', 'clerk')
  await chooseStay(page, stay)
  await page.getByLabel('手机号').fill('13988887766')
  await page.getByLabel('姓名').first().fill('周转单')
  await page.getByRole('button', { name: /^减免/ }).click()
  const reduce = page.getByRole('dialog', { name: '减免' })
  await reduce.getByLabel('商家立减').fill('150')
  await reduce.getByRole('button', { name: '完成' }).click()
  const notice = page.locator('.notice').filter({ hasText: '「减免」' })
  await expect(notice).toContainText(/「减免」由.+办理/)
  await notice.getByRole('button', { name: /^转给/ }).click()
  await expect(notice).toContainText(/已转给.+「减免」待办理/)
  const [, toldName] = /已转给(.+?)（/.exec((await notice.textContent()) ?? '') ?? []

  // The colleague finds it in the list of the day, and the form is filled in.
  const context = await browser.newContext()
  const other = await context.newPage()
  await open('/', 'manager', other)
  const row = other.getByRole('listitem').filter({ hasText: '新建订单' }).filter({ hasText: '减免' }).first()
  await row.getByRole('button', { name: '办理' }).click()
  await other.getByRole('dialog', { name: '请办理「减免」' }).getByRole('button', { name: '去办理' }).click()
  await expect(other.getByText(/转来.*核对后提交/)).toBeVisible()
  await expect(other.getByLabel('姓名').first()).toHaveValue('周转单')
  await expect(other.getByRole('button', { name: /^减免/ })).toContainText('150.00')
  // The form is submitted at the price that is shown.
  await expect(other.getByText(/天合计/)).toBeVisible()
  await other.getByRole('button', { name: '提交订单' }).click()
  await confirmHours(other, orderPage(other))
  await expect(orderPage(other)).toBeVisible()
  await other.goto('/')
  await expect(other.getByText('今日待办')).toBeVisible()
  await expect(row).toHaveCount(0)
  await context.close()

  await page.goto('/notices')
  await expect(page.getByText(new RegExp(`${toldName}已办理「减免」`)).first()).toBeVisible()
})
