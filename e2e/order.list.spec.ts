import { order } from '@cheyi/contract/booking/order'
import { store } from '@cheyi/contract/platform/store'
import { orderKind, orderStatus, pickupType } from '@cheyi/domain/booking/order/codes'
import { formatLocal } from '@cheyi/domain/time'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './setup/test.ts'

/* The order list of a phone: finding an order among 600 and coming back to where one was. */

const listOf = (page: Page) => page.getByRole('list', { name: '订单列表' })
const cardsOf = (page: Page) => listOf(page).getByRole('listitem')
const placeOf = async (card: Locator) => Number(await card.getAttribute('aria-posinset'))

test('tabs show their counts and their orders', async ({ page, open }) => {
  await open('/order')
  const tabs = page.getByRole('tablist', { name: '订单状态' })
  for (const [name, status, word] of [
    ['待确认', '2', '确认中'],
    ['待排车', '3', '已确认'],
    ['用车中', '5', '已取车'],
    ['已还车', '6', '已还车'],
  ] as const) {
    const tab = tabs.getByRole('tab', { name: new RegExp(`^${name}`) })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page).toHaveURL(new RegExp(`status=${status}`))
    // Other flows book and hand over meanwhile.
    await expect(async () => {
      const count = /\d+/.exec((await tab.textContent()) ?? '')?.[0]
      await expect(page.getByRole('status').filter({ hasText: `共 ${count} 单` })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 10_000 })
    await expect(cardsOf(page).first()).toContainText(word)
  }
  await tabs.getByRole('tab', { name: /^全部/ }).click()
  await expect(page).not.toHaveURL(/status/)
})

test('an order is found by plate, phone tail, name and number', async ({ page, open, as }) => {
  const { list } = await (await as()).ask(order.list, { orderKind: orderKind.short, status: [orderStatus.arranged] })
  const one = list[0]!
  await open('/order')
  const search = page.getByPlaceholder('车牌、手机号、姓名、订单号')
  const keywords = [one.plate!.toLowerCase(), one.phone.slice(-4), one.contactName, one.orderNo]
  for (const keyword of keywords) {
    await search.fill(keyword)
    await expect(page).toHaveURL(new RegExp(`keyword=${encodeURIComponent(keyword)}`))
    await expect(listOf(page).getByRole('link', { name: new RegExp(one.orderNo) })).toBeAttached()
  }
  await expect(cardsOf(page)).toHaveCount(1)

  await search.fill('没有这样的订单')
  await expect(page.getByText('没有匹配的订单')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(search).toHaveValue('')
  await expect(cardsOf(page).nth(1)).toBeVisible()
})

test.describe('the time range', () => {
  const day = (page: Page, number: number) =>
    page.getByRole('dialog', { name: '选择时间' }).getByRole('button', { name: new RegExp(`\\D${number}日`) })

  test('needs two dates, begins in 2022 and stands in the address while it is open', async ({ page, open }) => {
    await open('/order')
    await page.getByRole('button', { name: '筛选', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '筛选订单' })
    const field = sheet.getByRole('button', { name: '选择时间范围' })
    await field.click()
    const panel = page.getByRole('dialog', { name: '选择时间' })
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(/picking=1/)

    // Back closes the panel and nothing else.
    await page.goBack()
    await expect(panel).toBeHidden()
    await expect(sheet).toBeVisible()
    await expect(page).not.toHaveURL(/picking/)

    await field.click()
    const confirm = panel.getByRole('button', { name: '确定' })
    await expect(confirm).toBeDisabled()
    const month = panel.getByRole('group', { name: formatLocal(Date.now(), 'YYYY年M月') })
    await month.getByRole('button').nth(9).click()
    await expect(panel.getByText('请选择结束日期')).toBeVisible()
    await expect(confirm).toBeDisabled()
    await month.getByRole('button').nth(11).click()
    await expect(panel.getByText('共 3天')).toBeVisible()
    for (const [name, value] of [
      ['开始 时', '00时'],
      ['开始 分', '00分'],
      ['结束 时', '23时'],
      ['结束 分', '59分'],
    ] as const) {
      await expect(panel.getByRole('spinbutton', { name })).toHaveAttribute('aria-valuetext', value)
    }
    await confirm.click()
    await expect(panel).toBeHidden()
    await expect(page).not.toHaveURL(/picking/)
    await expect(sheet.getByText(/10 00:00~.*12 23:59$/)).toBeVisible()

    await sheet.getByRole('button', { name: /^查看 \d+ 单|^没有匹配的订单/ }).click()
    await expect(page).toHaveURL(/dateRange=/)
    await page.getByRole('button', { name: '筛选，已选 1 项' }).click()
    await sheet.getByRole('button', { name: '清空时间' }).click()
    await expect(field).toBeVisible()
    await sheet.getByRole('button', { name: /^查看 / }).click()
    await expect(page).not.toHaveURL(/dateRange/)
  })

  test('offers no day before 2022 and takes one day as both ends', async ({ page, open }) => {
    await open('/order')
    await page.getByRole('button', { name: '筛选', exact: true }).click()
    await page.getByRole('button', { name: '选择时间范围' }).click()
    const panel = page.getByRole('dialog', { name: '选择时间' })
    const months = panel.getByRole('group')
    await months.first().hover()
    await expect(async () => {
      await page.mouse.wheel(0, -100_000)
      await expect(months.first()).toHaveAccessibleName('2022年1月', { timeout: 1_000 })
    }).toPass()
    const first = months.first().getByRole('button').first()
    await first.click()
    await first.click()
    await expect(panel.getByText('共 1天')).toBeVisible()
    await expect(panel.getByRole('button', { name: '确定' })).toBeEnabled()
  })

  test('a link to the open picker shows the page without it', async ({ page, open }) => {
    await open('/order?picking=1')
    await expect(cardsOf(page).first()).toBeVisible()
    await expect(page).not.toHaveURL(/picking/)
    await expect(day(page, 1)).toHaveCount(0)
  })
})

test('filters say how many orders are left and stay as chips', async ({ page, open, as }) => {
  const api = await as()
  const xujiahui = (await api.ask(store.list, { keyword: '徐家汇' }))[0]!
  const wanted = { orderKind: orderKind.short, storeId: [xujiahui.id], pickupType: pickupType.delivery }
  const { total } = await api.ask(order.list, wanted)
  await open('/order')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '筛选订单' })
  await sheet.getByRole('group', { name: '门店' }).getByText('徐家汇店').click()
  await sheet.getByRole('radiogroup', { name: '取车方式' }).getByText('送车上门').click()
  await sheet.getByRole('button', { name: `查看 ${total} 单` }).click()
  await expect(page.getByText(`共 ${total} 单`)).toBeVisible()
  await expect(page.getByRole('button', { name: '筛选，已选 2 项' })).toBeVisible()
  await page.getByRole('button', { name: `移除 ${xujiahui.name}` }).click()
  await expect(page).not.toHaveURL(/storeId/)
  await expect(page).toHaveURL(/pickupType=2/)
})

test('the list grows without end in few nodes, and comes back to the same row', async ({ page, open }) => {
  await open('/order?status=6')
  const cards = cardsOf(page)
  await expect(cards.first()).toBeVisible()
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
  let most = 0
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded()
    most = Math.max(most, await nodes())
    expect(await placeOf(cards.last())).toBeGreaterThan(120)
  }).toPass({ intervals: [50] })
  expect(most).toBeLessThanOrEqual(1_500)

  const place = await cards.nth(8).getAttribute('aria-posinset')
  const same = listOf(page).locator(`[aria-posinset="${place}"]`)
  // Rows take turns in the nodes: from here on the row is meant, not the node.
  await same.scrollIntoViewIfNeeded()
  await expect(same).toBeInViewport()
  const before = await same.boundingBox()
  await same.getByRole('link').click()
  await expect(page).toHaveTitle('车驿 · 订单详情')
  await page.getByRole('button', { name: '返回' }).click()
  await expect(same).toBeInViewport()
  expect((await same.boundingBox())?.y).toBeCloseTo(before!.y, 0)

  // To the very end.
  const tab = page.getByRole('tab', { name: /^已还车/ })
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded()
    // Other flows bring cars back meanwhile.
    expect(`已还车${await placeOf(cards.last())}`).toBe((await tab.textContent())?.replaceAll(' ', ''))
  }).toPass({ intervals: [50] })
  await expect(page.getByText('没有更多了')).toBeVisible()
})

test('what was typed and chosen is there after a visit to an order', async ({ page, open, as }) => {
  const { list } = await (await as()).ask(order.list, { orderKind: orderKind.short, status: [orderStatus.pickedUp] })
  const name = list[0]!.contactName
  await open('/order?status=5')
  const search = page.getByPlaceholder('车牌、手机号、姓名、订单号')
  await search.fill(name)
  await expect(page).toHaveURL(/keyword=/)
  await listOf(page).getByRole('link').first().click()
  await expect(page).toHaveTitle('车驿 · 订单详情')
  await page.getByRole('button', { name: '返回' }).click()
  await expect(search).toHaveValue(name)
  await expect(page).toHaveURL(/status=5&keyword=/)
  await expect(page.getByRole('tab', { name: /^用车中/ })).toHaveAttribute('aria-selected', 'true')
  await expect(cardsOf(page).first()).toContainText(name)
})
