import { listDateTypes, order } from '@cheyi/contract/booking/order'
import { stock } from '@cheyi/contract/fleet/stock'
import { store } from '@cheyi/contract/platform/store'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { formatMoment } from '@cheyi/domain/near'
import { addDays, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { expect, test } from './setup/test.ts'

/* Stock: what is free by day, stopped and sold again. */

/** A model with cars on a day that no other test comes near. */
async function farDay(api: Api) {
  const [first] = await api.ask(store.list, {})
  const date = addDays(localDate(Date.now()), 40 + Math.floor(Math.random() * 15))
  const { pools } = await api.ask(stock.overview, { storeId: first!.id, day: date, days: 1 })
  const pool = pools.find(({ days: [day] }) => day!.free > 0 && day!.stopped === 0)!
  return { store: first!, date, modelId: pool.modelId, name: pool.name }
}

test('a stopped day is red and cannot be booked until it is restored', async ({ page, open, as }) => {
  const api = await as('manager')
  const { store: at, date, modelId, name } = await farDay(api)
  /** What the form of a new order shows of the model. */
  async function offered() {
    const from = startOfDate(date) + 10 * HOUR
    const [row] = await api.ask(stock.free, { storeId: at.id, modelIds: [modelId], from, to: from + 8 * HOUR })
    return { sellable: row!.sellable, why: row!.why }
  }
  await open(`/stock/summary/${at.id}/${modelId}?day=${date}`, 'manager')
  const day = page.getByRole('dialog', { name: new RegExp(date.slice(5)) })
  await expect(day.getByText('可租', { exact: true })).toBeVisible()
  await day.getByRole('button', { name: '关闭' }).click()
  const cell = page.getByRole('button', { name: new RegExp(` ${date.slice(5)} `) }).first()
  await expect(cell).toHaveAccessibleName(/可租[1-9]/)

  await page.getByRole('button', { name: '停售', exact: true }).click()
  const form = page.getByRole('dialog', { name: '停售', exact: true })
  await form.getByRole('button', { name: '停售', exact: true }).click()
  const anyway = form.getByRole('button', { name: '仍要停售' })
  await expect(anyway.or(page.getByText('已停售'))).toBeVisible()
  // Somebody may have booked the day: then the orders are shown before it is confirmed.
  if (await anyway.isVisible()) await anyway.click()
  await expect(page.getByText('已停售')).toBeVisible()
  await expect(cell).toHaveAccessibleName(/可租0辆|超售/)
  expect(await offered()).toEqual({ sellable: 0, why: '所选日期已停售' })

  await cell.click()
  await expect(day).toContainText(/占用|超售/)
  const restore = day.getByRole('button', { name: '恢复' })
  await restore.click()
  await expect(page.getByText('已恢复销售')).toBeVisible()
  await day.getByRole('button', { name: '关闭' }).click()
  await expect(cell).toHaveAccessibleName(/可租[1-9]/)
  expect(await offered()).toMatchObject({ why: null })

  // Other flows bring cars of the models above it.
  await page.goto('/stock')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible()
})

test('the matrix is searched, filtered and leads to the cars of a model', async ({ page, open }) => {
  await open('/stock?look=models', 'manager')
  const matrix = page.getByRole('region', { name: '车型库存' })
  const models = matrix.getByRole('rowheader')
  await expect(models.first()).toBeVisible()
  const name = (await models.first().getByRole('link').locator('b').textContent())!
  await page.getByRole('searchbox').fill(name)
  await expect(models).toHaveCount(1)
  await page.getByRole('searchbox').fill('没有这款车')
  await expect(page.getByText('没有匹配的车型')).toBeVisible()
  await page.getByRole('button', { name: '清空筛选' }).click()
  await models.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const timeline = page.getByRole('radio', { name: '时间轴' })
  if (await timeline.count()) await timeline.check({ force: true })
  await expect(page.getByRole('button', { name: /当日占用$/ })).not.toHaveCount(0)
  const many = await page.getByRole('button', { name: /当日占用$/ }).count()
  await page.getByRole('radio', { name: '月' }).check({ force: true })
  await expect(page.getByRole('button', { name: /当日占用$/ })).toHaveCount(30)
  expect(many).toBeLessThan(30)
  // Days narrower than a date: those that are said stand beside each other.
  const dates = await page.locator('.day-head').evaluateAll((heads) =>
    heads
      .filter((head) => getComputedStyle(head).opacity !== '0')
      .map((head) => head.querySelector('b')!.getBoundingClientRect())
      // Of the matrix that is kept behind this page there is nothing to see.
      .filter(({ width }) => width > 0)
      .map(({ left, right }) => ({ left, right })),
  )
  expect(dates).toHaveLength(5)
  for (const [i, { left }] of dates.slice(1).entries()) expect(left).toBeGreaterThan(dates[i]!.right)
})

test('a store is found by its name', async ({ page, open, as }) => {
  const stores = await (await as('owner')).ask(store.list, {})
  const last = stores.at(-1)!
  await open('/stock/choose-store', 'owner')
  await page.getByRole('searchbox').fill(last.name)
  await expect(page).toHaveURL(/keyword=/)
  await page.getByRole('button', { name: last.name }).click()
  await expect(page).toHaveURL(new RegExp(`storeId=${last.id}`))
  await expect(page.getByRole('tab', { name: last.name })).toHaveAttribute('aria-selected', 'true')
})

test('a model that is oversold is counted on the home, which leads to its red day', async ({ page, open, as }) => {
  const api = await as('manager')
  const [first] = await api.ask(store.list, {})
  const from = addDays(localDate(Date.now()), 2)
  const days = 20
  // What is with its customer needs no other car: the day of a pickup that is still to come.
  const pickups = await api.ask(order.list, {
    orderKind: orderKind.short,
    storeId: [first!.id],
    status: [orderStatus.arranged],
    dateType: listDateTypes.pickup,
    dateRange: [from, addDays(from, days - 1)],
  })
  const { pools } = await api.ask(stock.overview, { storeId: first!.id, day: from, days })
  const { modelId, name, booked, pickup } = pickups.list
    .map(({ modelName, pickupAt }) => {
      const pool = pools.find((one) => one.name === modelName)
      const day = pool?.days.find(({ date, stopped }) => date === localDate(pickupAt) && stopped === 0)
      return { modelId: pool?.modelId ?? '', name: modelName, booked: day, pickup: formatMoment(pickupAt, Date.now()) }
    })
    .find((one) => one.booked !== undefined)!
  const start = startOfDate(booked!.date)
  await open('/', 'manager')
  await expect(page.getByRole('link', { name: /^待排车/ }).first()).toBeVisible()
  const whole = { quantity: null, reason: 1, confirm: true } as const
  const { id } = await api.ask(stock.stopSave, { storeId: first!.id, modelId, start, end: start + 24 * HOUR, ...whole })
  try {
    await page.getByRole('button', { name: /^更多/ }).click()
    await page.getByRole('link', { name: /^超售车型\s*[1-9]/ }).click()
    await expect(page).toHaveURL(/only=oversold/)
    await expect(page.getByRole('link', { name: new RegExp(`${name} ${booked!.date.slice(5)} 超售`) })).toBeVisible()
    // The orders that it is over stand among the conflicts, with what gives them a car again.
    await page.getByRole('button', { name: '去处理' }).click()
    const conflicts = page.getByRole('dialog', { name: '排车冲突' })
    const stopped = conflicts
      .getByRole('listitem')
      .filter({ hasText: '停售全部车辆，车不够' })
      // Another stop may be over other orders of the model.
      .filter({ hasText: `${name} · ${pickup}` })
    await stopped.first().getByRole('button', { name: '恢复销售' }).click()
    await expect(stopped).toHaveCount(0)
  } finally {
    await api.ask(stock.stopRemove, { id })
  }
})
