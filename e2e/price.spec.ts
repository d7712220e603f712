import { price } from '@cheyi/contract/pricing/price'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { terms } from '@cheyi/contract/pricing/terms'
import { channel } from '@cheyi/contract/sales/channel'
import { markUp } from '@cheyi/domain/pricing/quote/channel/channel'
import { addDays, HOUR, localDate, startOfDate, weekday } from '@cheyi/domain/time'
import type { Page } from '@playwright/test'
import type { Api } from './setup/api.ts'
import { expect, test } from './setup/test.ts'

/** A model of the demo that no other spec counts on, at its first store. */
async function place(api: Api, at: number) {
  const rows = await api.ask(price.rules, { kind: 'short' })
  const row = rows.filter(({ storeId }) => storeId === rows[0]?.storeId).at(at)
  if (!row?.rule) throw new Error('the demo has no such model')
  return { ...row, rule: row.rule, key: { storeId: row.storeId, modelId: row.modelId } }
}

/** The first date from `days` ahead on this weekday; the demo prices single days up to 80 ahead. */
function next(day: number, days = 100): string {
  let date = addDays(localDate(Date.now()), days)
  while (weekday(date) !== day) date = addDays(date, 1)
  return date
}

/** The rent of one day as a booking is quoted, past the browser. */
async function rentOf(api: Api, key: { storeId: string; modelId: string }, date: string) {
  const pickupAt = startOfDate(date) + 10 * HOUR
  const quote = await api.ask(quotes.quote, { ...key, pickupAt, returnAt: pickupAt + 24 * HOUR })
  return quote.lines.filter(({ code }) => code === 'rent').map(({ amount }) => amount)
}

const day = (page: Page, date: string) =>
  page.getByRole('button', { name: new RegExp(`^${Number(date.slice(5, 7))}月${Number(date.slice(8))}日，`) })

test("an owner sets a model's price, its weekend and a day of the calendar, and a booking costs exactly that", async ({
  page,
  as,
  open,
}) => {
  const api = await as()
  const { key, name, rule } = await place(api, -1)
  // Another price than it has, whatever ran before.
  const base = rule.basePrice + 1350
  const weekend = base + 5625
  const special = weekend + 1000
  await open(`/price?storeId=${key.storeId}`)
  await expect(page.getByText('短租', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name: '价格设置' })).toBeVisible()

  await page.getByRole('textbox', { name: '平日' }).fill('0')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('平日价格须在¥0.01至¥99,999.00之间')).toBeVisible()
  await page.getByRole('textbox', { name: '平日' }).fill(String(base / 100))
  await page.getByRole('textbox', { name: '周末', exact: true }).fill(String(weekend / 100))

  await page.getByRole('button', { name: '预览' }).click()
  await expect(page.getByRole('list', { name: '各租期的价格' })).toContainText('30 天')
  await page.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存，只影响新报价')).toBeVisible()
  expect(await rentOf(api, key, next(3))).toEqual([base])
  expect(await rentOf(api, key, next(6))).toEqual([weekend])

  const date = next(3, 107)
  await open(`/price/calendar?storeId=${key.storeId}&modelId=${key.modelId}&from=${date}`)
  await day(page, date).click()
  await page.getByRole('textbox', { name: '价格' }).fill(String(special / 100))
  await page.getByRole('button', { name: '保存价格' }).click()
  await expect(page.getByText('已更新 1 天')).toBeVisible()
  await expect(day(page, date)).toHaveAccessibleName(new RegExp(`${special / 100}元.*单独设置`))
  expect(await rentOf(api, key, date)).toEqual([special])

  // A price of its own is green, and on the blue of a picked day as white as the others.
  await day(page, date).click()
  await expect(day(page, date).locator('.month-price')).toHaveCSS('color', 'rgb(255, 255, 255)')
  await page.getByRole('button', { name: '清除' }).click()

  await page.getByRole('button', { name: '撤销上次改动' }).click()
  await expect(page.getByText('已撤销')).toBeVisible()
  await expect(day(page, date)).toHaveAccessibleName(new RegExp(`，${base / 100}元`))
  expect(await rentOf(api, key, date)).toEqual([base])
})

test('picked days stay in view above the sheet and the keyboard, and a message goes with its cause', async ({
  page,
  as,
  open,
}) => {
  const api = await as()
  const { key } = await place(api, -2)
  const date = `${addDays(localDate(Date.now()), 75).slice(0, 7)}-28`
  await open(`/price/calendar?storeId=${key.storeId}&modelId=${key.modelId}&from=${addDays(date, -28)}`)
  await day(page, date).click()
  const edit = page.getByRole('region', { name: '所选日期' })
  const amount = edit.getByRole('textbox', { name: '价格' })
  await amount.focus()
  // As the keyboard leaves it.
  await page.setViewportSize({ width: 375, height: 500 })
  await expect(day(page, date)).toBeInViewport({ ratio: 1 })
  const above = async () => {
    const [picked, sheet] = [await day(page, date).boundingBox(), await edit.boundingBox()]
    return picked !== null && sheet !== null && picked.y + picked.height <= sheet.y + 1
  }
  await expect.poll(above).toBe(true)

  const wrong = edit.getByText('所选日期价格须在¥0.01至¥99,999.00之间')
  await amount.fill('999999')
  await edit.getByRole('button', { name: '保存价格' }).click()
  await expect(wrong).toBeVisible()
  await amount.fill('188')
  await expect(wrong).toBeHidden()
})

test('days are closed and opened again, by two taps and by weekday', async ({ page, as, open }) => {
  const api = await as()
  const { key } = await place(api, -2)
  const monday = `${addDays(localDate(Date.now()), 75).slice(0, 7)}-01`
  const first = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days)).find((date) => weekday(date) === 1)!
  await open(`/price/calendar?storeId=${key.storeId}&modelId=${key.modelId}&from=${first}`)
  await day(page, first).click()
  await day(page, addDays(first, 13)).click()
  const edit = page.getByRole('region', { name: '所选日期' })
  await expect(edit).toContainText('已选 14 天')
  await edit.getByText('六', { exact: true }).click()
  await expect(edit).toContainText('已选 2 天')
  await edit.getByText('停售', { exact: true }).first().click()
  await edit.getByRole('button', { name: '停售' }).click()
  await expect(page.getByText('已更新 2 天')).toBeVisible()
  await expect(day(page, addDays(first, 5))).toHaveAccessibleName(/停售/)
  await expect(day(page, addDays(first, 6))).not.toHaveAccessibleName(/停售/)
  await expect(rentOf(api, key, addDays(first, 5))).rejects.toThrow('3002')

  await day(page, first).click()
  await day(page, addDays(first, 13)).click()
  await edit.getByText('恢复规则价').click()
  await edit.getByRole('button', { name: '恢复' }).click()
  // The toast of the first change may still stand.
  await expect(day(page, addDays(first, 5))).not.toHaveAccessibleName(/停售/)
  expect(await rentOf(api, key, addDays(first, 5))).toHaveLength(1)
})

test('what one changes stands in the list, the setting and the calendar of the other, who keeps what they typed', async ({
  page,
  as,
  open,
}) => {
  const api = await as()
  const { key, name, rule } = await place(api, -3)
  const colleague = await as('manager')
  const yuan = (fen: number) => (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  const stream = () => page.waitForResponse((response) => response.url().includes('/api/stream/v1/events'))

  let listening = stream()
  await open(`/price?storeId=${key.storeId}`)
  await page.getByRole('searchbox').fill(name)
  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText(yuan(rule.basePrice)).first()).toBeVisible()
  await listening
  await colleague.ask(price.saveRule, { ...key, basePrice: rule.basePrice + 111 })
  await expect(card.getByText(yuan(rule.basePrice + 111)).first()).toBeVisible()

  const date = next(3, 93)
  listening = stream()
  await open(`/price/calendar?storeId=${key.storeId}&modelId=${key.modelId}&from=${date}`)
  await expect(day(page, date)).toBeVisible()
  await listening
  await colleague.ask(price.saveCalendar, { ...key, from: date, to: date, price: 77_700 })
  await expect(day(page, date)).toHaveAccessibleName(/，777元，单独设置/)

  // Both price one day: whoever saves last is told first, and decides.
  const edit = page.getByRole('region', { name: '所选日期' })
  await day(page, date).click()
  await edit.getByRole('textbox', { name: '价格' }).fill('888')
  await colleague.ask(price.saveCalendar, { ...key, from: date, to: date, price: 66_600 })
  await expect(day(page, date)).toHaveAccessibleName(/，666元，单独设置/)
  await edit.getByRole('button', { name: '保存价格' }).click()
  await expect(edit.getByText('刚改过所选日期')).toBeVisible()
  await edit.getByRole('button', { name: '保存价格' }).click()
  await expect(day(page, date)).toHaveAccessibleName(/，888元，单独设置/)

  // One types the weekday, the other saves the holiday: both stay.
  listening = stream()
  await open(`/price/setting?storeId=${key.storeId}&modelId=${key.modelId}`)
  const base = page.getByRole('textbox', { name: '平日' })
  const holiday = page.getByRole('textbox', { name: '节假日', exact: true })
  await base.fill('222')
  await listening
  await colleague.ask(price.saveRule, { ...key, holidayPrice: 88_800 })
  await expect(holiday).toHaveValue('888.00')
  await expect(base).toHaveValue('222')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存，只影响新报价')).toBeVisible()
  expect((await api.ask(price.rules, key))[0]?.rule).toMatchObject({ basePrice: 22_200, holidayPrice: 88_800 })

  // Both change the weekday: whoever typed decides.
  await base.fill('230')
  await colleague.ask(price.saveRule, { ...key, basePrice: 24_000 })
  await expect(page.getByText('他人改为：¥240.00')).toBeVisible()
  await expect(base).toHaveValue('230')
  await page.getByRole('button', { name: /用我的/ }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(async () => (await api.ask(price.rules, key))[0]?.rule?.basePrice).toBe(23_000)
})

test('a channel gets a price of its own and follows again', async ({ page, as, open }) => {
  const api = await as()
  const { key, name, rule } = await place(api, -4)
  await api.ask(price.follow, { ...key, source: 2 })
  await open(`/price?storeId=${key.storeId}&source=2`)
  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText('跟随基础价')).toBeVisible()
  await card.getByRole('link', { name }).click()
  await page.getByRole('textbox', { name: '平日' }).fill('456')
  await page.getByRole('button', { name: '保存为独立价' }).click()
  await expect(page.getByRole('button', { name: '恢复跟随' })).toBeVisible()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(card.getByText(/独立价/)).toBeVisible()
  await expect(card.getByText('456.00').first()).toBeVisible()

  await card.getByRole('link', { name }).click()
  await page.getByRole('button', { name: '恢复跟随' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '恢复跟随' }).click()
  await expect(page.getByText('已恢复跟随基础价')).toBeVisible()
  const [row] = await api.ask(price.rules, { ...key, source: 2 })
  expect(row?.rule?.enabled).toBe(false)
  const { priceMode: mode, priceValue: value, roundTo, minFen } = await api.ask(channel.detail, { source: 2 })
  expect(row?.base?.basePrice).toBe(
    markUp(rule.basePrice, { mode, value, roundTo, minFen, minLeadMinutes: null, maxDays: null }),
  )
})

test('many prices are raised at once: the very ones, seen before it happens', async ({ page, as, open }) => {
  const api = await as()
  const { key, name, rule } = await place(api, -5)
  const weekend = rule.basePrice + 4000
  await api.ask(price.saveRule, { ...key, weekendPrice: weekend })
  await open(`/price?storeId=${key.storeId}`)
  await page.getByRole('button', { name: '批量改价' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(name, { exact: true }).click()
  await sheet.getByText('平日价', { exact: true }).click()
  await sheet.getByText('节假日价', { exact: true }).click()
  await sheet.getByRole('textbox', { name: '调整比例' }).fill('10')
  await sheet.getByRole('button', { name: '预览' }).click()
  const after = Math.round((weekend * 1.1) / 100) * 100
  const yuan = (fen: number) => (fen / 100).toFixed(2)
  await expect(sheet.getByRole('row')).toHaveCount(2)
  await expect(sheet.getByRole('row', { name: new RegExp(`${name}.*周末价`) })).toContainText(
    `¥${yuan(weekend)}¥${yuan(after)}`,
  )
  await sheet.getByRole('button', { name: '调整 1 处价格' }).click()
  await expect(sheet).toBeHidden()
  const [row] = await api.ask(price.rules, key)
  expect(row?.rule).toMatchObject({ basePrice: rule.basePrice, weekendPrice: after })
})

test('all stores side by side, and monthly prices made for all of them in one go', async ({ page, as, open }) => {
  const api = await as()
  const { name } = await place(api, -5)
  const [model] = (await api.ask(price.models, { keyword: name })).list
  if (!model) throw new Error('the demo has no such model')
  const { modelId } = model
  const stores = model.places.map(({ storeId }) => storeId)
  for (const storeId of stores) await api.ask(price.saveLong, { storeId, modelId, rows: [] })
  await open('/price?all=1&tab=long')
  await page.getByRole('searchbox').fill(name)
  const priced = page.getByRole('list', { name: '全部门店价格' }).getByRole('listitem').filter({ hasText: name })
  await expect(priced.getByText('未设置').first()).toBeVisible()
  await page.getByRole('button', { name: '批量改价' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(name, { exact: true }).click()
  await sheet.getByLabel('从几个月').fill('3')
  await sheet.getByText('统一设为', { exact: true }).click()
  await sheet.getByRole('textbox', { name: '月价' }).fill('4567')
  await sheet.getByRole('button', { name: '预览' }).click()
  await expect(sheet.getByRole('row', { name: /满3个月 未设置 ¥4,567.00/ })).toHaveCount(stores.length)
  await sheet.getByRole('button', { name: `调整 ${stores.length} 处价格` }).click()
  await expect(sheet).toBeHidden()
  await expect(priced).toContainText('4,567')
  await priced.getByRole('button', { name }).click()
  const table = page.getByRole('table', { name: `${name}各门店价格` })
  await expect(table.getByRole('row', { name: `${stores.length} 家门店 4,567` })).toBeVisible()
  await table.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(new RegExp(`/price/setting\\?storeId=${stores[1]}&modelId=${modelId}`))
})

test('one model at one store has a deposit of its own', async ({ page, as, open }) => {
  const api = await as()
  const { key, name, storeName } = await place(api, -6)
  const policies = await api.ask(terms.depositPolicies, key)
  for (const policy of policies.filter(
    (one) => one.storeId === key.storeId && one.modelId === key.modelId && one.enabled,
  ))
    await api.ask(terms.saveDepositPolicy, { ...policy, source: null, enabled: false })
  const amounts = async () => {
    const pickupAt = startOfDate(next(3)) + 10 * HOUR
    const quote = await api.ask(quotes.quote, { ...key, pickupAt, returnAt: pickupAt + 24 * HOUR })
    return quote.deposits?.rows.map(({ amount }) => amount)
  }
  const [, violation] = (await amounts()) ?? []
  await open(`/price?tab=deposit&storeId=${key.storeId}`)
  await page.getByRole('button', { name: '添加押金规则' }).click()
  const choose = async (field: string, option: string) => {
    await page.getByRole('dialog').last().getByRole('button', { name: field }).click()
    await page.getByRole('dialog').last().getByRole('option', { name: option }).click()
  }
  await choose('门店', storeName)
  await choose('车型', name)
  await page.getByRole('textbox', { name: '租车押金' }).fill('1234')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText(`${storeName} · ${name}`)).toBeVisible()
  expect(await amounts()).toEqual([123_400, violation])
})

test('what looks like a slip is asked about before it is saved', async ({ page, open }) => {
  await open('/price?tab=deposit')
  await page.getByRole('button', { name: '添加押金规则' }).click()
  await page.getByRole('textbox', { name: '租车押金' }).fill('88888')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('租车押金¥88,888.00，高于一般水平。')).toBeVisible()
  await page.getByRole('button', { name: '再改改' }).click()
  await expect(page.getByRole('textbox', { name: '租车押金' })).toHaveValue('88888.00')
})

test('the second of two people at one service sees both values, keeps what was typed, and limits where it is sold', async ({
  page,
  as,
  open,
}) => {
  const api = await as()
  const { key, storeName } = await place(api, -6)
  const name = `行车记录仪${Date.now() % 100_000}`
  const item = { code: `t${Date.now()}`, name, itemType: 3, unit: 'order', price: 1000 } as const
  const { id } = await api.ask(terms.saveService, item)
  await open(`/price?tab=service&storeId=${key.storeId}`)
  await page.getByRole('button', { name }).click()
  const sheet = page.getByRole('dialog', { name: '服务项' })
  await sheet.getByRole('textbox', { name: '价格' }).fill('12')
  await sheet.getByRole('group', { name: '门店' }).last().getByText(storeName, { exact: true }).click()
  const colleague = await as('manager')
  await colleague.ask(terms.saveService, { ...item, id, version: 1, price: 1500 })
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(sheet.getByText('他人也修改了1项内容')).toBeVisible()
  await expect(sheet.getByText('他人改为：15.00')).toBeVisible()
  await expect(sheet.getByRole('textbox', { name: '价格' })).toHaveValue('12.00')
  await sheet.getByRole('button', { name: '价格用我的' }).click()
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(sheet).toBeHidden()
  const saved = (await api.ask(quotes.services, { all: true })).find((one) => one.id === id)
  expect(saved).toMatchObject({ price: 1200, storeIds: [key.storeId], version: 3 })
  await api.ask(terms.saveService, { ...item, id, enabled: false })
})

test('a date that the price calendar closes looks closed in the stock, and says where it is opened', async ({
  page,
  as,
  open,
}) => {
  const api = await as()
  const { key, name } = await place(api, -2)
  const date = next(3, 121)
  const stop = (on: boolean) => api.ask(price.saveCalendar, { ...key, from: date, to: date, stop: on })
  await stop(true)
  await open(`/stock?storeId=${key.storeId}&day=${date}&look=models`)
  const closed = page.getByRole('link', { name: new RegExp(`${name} ${date.slice(5)} .*价格日历停售`) })
  await closed.click()
  const sheet = page.getByRole('dialog', { name: new RegExp(date.slice(5)) })
  await expect(sheet.getByText('价格日历停售')).toBeVisible()
  await sheet.getByRole('button', { name: '价格日历' }).click()
  await expect(page.getByRole('heading', { name: '价格日历' })).toBeVisible()
  await expect(day(page, date)).toHaveAccessibleName(/停售/)
  await stop(false)
  await page.goto(`/stock?storeId=${key.storeId}&day=${date}&look=models`)
  await expect(page.getByRole('link', { name: new RegExp(`${name} ${date.slice(5)} `) })).toBeVisible()
  await expect(closed).toHaveCount(0)
})

test('last month’s orders say what a price that is not saved would have brought', async ({ page, as, open }) => {
  const api = await as()
  const rows = await api.ask(price.rules, { kind: 'short' })
  const { storeId, modelId, orders } = await sold(api, rows)
  await open(`/price/setting?storeId=${storeId}&modelId=${modelId}`)
  await page.getByRole('button', { name: '预览' }).click()
  const card = page.locator('section', { has: page.getByRole('heading', { name: '上月订单试算' }) })
  await expect(card.getByText(new RegExp(`上月${orders}单，按此价租金`))).toBeVisible()
  await card.getByRole('button', { name: '按日' }).click()
  await expect(card.getByRole('table', { name: '上月每日租金' })).toBeVisible()
})

/** A model of the demo that was rented last month. */
async function sold(api: Api, rows: readonly { storeId: string; modelId: string }[]) {
  for (const { storeId, modelId } of rows) {
    const { orders } = await api.ask(price.bench, { storeId, modelId, draft: { minDays: 1 } })
    if (orders > 0) return { storeId, modelId, orders }
  }
  throw new Error('the demo has rented nothing last month')
}

test('the calendars of price and stock begin with this week, and go six weeks on', async ({ page, as, open }) => {
  const api = await as()
  const { key } = await place(api, -2)
  const today = localDate(Date.now())
  const sunday = addDays(today, -(weekday(today) % 7))
  await open(`/price/calendar?storeId=${key.storeId}&modelId=${key.modelId}`)
  await expect(day(page, addDays(sunday, 41))).toBeVisible()
  await expect(page.locator('.month-days button').first()).toHaveAttribute('data-date', sunday)
  await expect(page.locator('.month-days button:disabled')).toHaveCount(weekday(today) % 7)
  await expect(page.getByRole('button', { name: '前六周' })).toBeDisabled()
  await page.getByRole('button', { name: '后六周' }).click()
  await expect(page.locator('.month-days button').first()).toHaveAttribute('data-date', addDays(sunday, 42))
  await page.goto(`/stock/summary/${key.storeId}/${key.modelId}`)
  await expect(page.getByRole('button', { name: / \d\d-\d\d / })).toHaveCount(42 - (weekday(today) % 7))
  await expect(page.getByRole('button', { name: `${addDays(sunday, 41).slice(5)} ` })).toBeVisible()
})
