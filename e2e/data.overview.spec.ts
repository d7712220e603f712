import { data } from '@cheyi/contract/insight/data'
import { addDays, localDate, minuteOfDay, startOfDate } from '@cheyi/domain/time'
import { expect, test } from './setup/test.ts'

/* The owner sees how the business goes, and what each number is made of. */

test('a number opens into the orders that come to it', async ({ page, open, as }) => {
  const api = await as('owner')
  await open('/', 'owner')
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '经营' }).click()
  await expect(page).toHaveTitle('车驿 · 数据概览')
  await page.getByText('近30天', { exact: true }).click()
  await expect(page.getByText(/截至 \d\d:\d\d/)).toBeVisible()
  await page.getByRole('link', { name: '还车数' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '还车数明细' })).toBeVisible()
  const { window } = await api.ask(data.orders, { figure: 'returns' })
  expect(window.until).toBeGreaterThan(window.from)
  const total = await page.getByText(/以下 \d+ 单的合计/).textContent()
  expect(Number(/\d+/.exec(total!)![0])).toBeGreaterThan(0)
  await page.getByRole('list', { name: '订单' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: '订单详情' })).toBeVisible()
})

test('a chart is a table as well, and is compared with last year where that is chosen', async ({ page, open }) => {
  await open('/dataOverview?when=days30', 'owner')
  const card = page.locator('section', { has: page.getByRole('heading', { name: '每日出租率' }) })
  await expect(card.locator('canvas')).toBeVisible()
  await card.getByRole('button', { name: '表格' }).click()
  await expect(card.getByRole('row')).toHaveCount(31)
  await page.getByText('较去年', { exact: true }).click()
  await expect(page).toHaveURL(/compare=lastYear/)
})

test('who sees own orders only is told why there are none', async ({ page, open, as }) => {
  const api = await as('owner')
  expect((await api.ask(data.overview, {})).money).toBe(true)
  await page.route('**/api/data/v1/overview*', (route) =>
    route.fulfill({
      json: {
        success: false,
        errorCode: -3,
        message: '无操作权限：您的账号只能查看本人的订单，没有经营数据',
        data: null,
      },
    }),
  )
  await open('/dataOverview', 'owner')
  await expect(page.getByText('没有可以显示的数据')).toBeVisible()
  await expect(page.getByText(/只能查看本人的订单/)).toBeVisible()
})

test('whoever asks for it is told of yesterday in the morning, and may take that back', async ({ page, open }) => {
  await open('/notices', 'manager')
  await page.getByRole('button', { name: '消息设置' }).click()
  const morning = page.getByRole('switch', { name: '经营日报提醒' })
  await expect(morning).not.toBeChecked()
  await morning.click()
  await expect(morning).toBeChecked()
  await morning.click()
  await expect(morning).not.toBeChecked()
})

test.describe('in a browser in New York', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('days and times are those of the shop', async ({ page, open, as }) => {
    const api = await as('owner')
    const { window } = await api.ask(data.overview, { from: localDate(Date.now()) })
    expect(window.from).toBe(startOfDate(localDate(Date.now())))
    await open('/dataOverview?when=today', 'owner')
    const told = await page.getByText(/截至 \d\d:\d\d/).textContent()
    const [hour, minute] = /(\d\d):(\d\d)/.exec(told!)!.slice(1).map(Number) as [number, number]
    const now = minuteOfDay(Date.now())
    expect(Math.abs(hour * 60 + minute - now)).toBeLessThan(10)
  })
})

test('how each model was used on thirty days is a table for who cannot see its colours, and so are the sources', async ({
  page,
  open,
  as,
}) => {
  const api = await as('owner')
  const today = localDate(Date.now())
  const { list } = await api.ask(data.rank, { from: addDays(today, -29), to: today, by: 'model', daily: 30 })
  const busy = list.find(({ used }) => used.some((share) => share !== null && share > 0))!
  await open('/dataOverview', 'owner')
  const strip = page.getByRole('table', { name: '各车型近30天出租率' })
  const row = strip.getByRole('row').filter({ has: page.getByRole('rowheader', { name: busy.name, exact: true }) })
  // Thirty days and their mean.
  await expect(row.getByRole('cell')).toHaveCount(31)
  await expect(
    row
      .getByRole('cell')
      .filter({ hasText: /^[1-9]\d*(\.\d+)?%/ })
      .first(),
  ).toBeVisible()
  const { sources } = await api.ask(data.mix, { from: addDays(today, -6), to: today })
  await expect(page.getByRole('figure', { name: '渠道' }).getByRole('listitem')).toHaveCount(sources.length)
})
