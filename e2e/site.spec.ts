import { order } from '@cheyi/contract/booking/order'
import { site } from '@cheyi/contract/sales/site'
import { source } from '@cheyi/domain/booking/order/codes'
import { addDays, localDate } from '@cheyi/domain/time'
import { openFirstModel, typeCodeOf } from './setup/customer.ts'
import { stranger } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* The merchant's own booking page: a stranger finds a car, books it, and cancels; the merchant sees the order. */

test('a stranger books a car on the merchant’s page at the price that staff see, and cancels it', async ({
  page,
  as,
  baseURL,
}) => {
  const api = await as('owner')
  const { name } = await api.ask(site.detail, {})
  const { name: person, phone } = stranger('网客')
  const day = addDays(localDate(Date.now()), 75)

  // A browser that keeps nothing, as many are set inside other programs.
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const store of ['sessionStorage', 'localStorage']) Object.defineProperty(window, store, { get })
  })
  await page.goto(`${baseURL}/s/${name}`)
  await openFirstModel(page, day)
  await expect(page.getByRole('heading', { name: '费用明细' })).toBeVisible()
  // Models of the demo have no photo: a drawing of their class stands there.
  await expect(page.locator('img.picture')).toHaveJSProperty('complete', true)
  await expect(page.locator('img.picture')).not.toHaveJSProperty('naturalWidth', 0)
  await page.getByLabel('儿童座椅').selectOption('2')
  await expect(page.locator('.line').getByText(/^儿童座椅.*2/)).toBeVisible()
  await page.getByLabel('姓名').fill(person)
  await expect(page.getByText('车损自付¥500.00以内')).toBeVisible()
  await typeCodeOf(page, phone, `+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`)
  await page.getByLabel(/到店付/).check()
  const submit = page.getByRole('button', { name: /^提交预订/ })
  const shown = (await submit.textContent()) ?? ''
  // On the way back from the next page a browser shows this one as it was left.
  await page.route(`**/s/${name}/mine/*`, (route) => route.fulfill({ status: 204 }))
  await submit.click()
  const next = page.locator('form.book').getByRole('link', { name: '我的租车' })
  await expect(page.getByRole('button', { name: '正在提交…' })).toBeDisabled()
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(next).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(submit).toBeEnabled()
  await page.unroute(`**/s/${name}/mine/*`)
  await next.click()

  await expect(page.getByRole('heading', { name: '已确认' })).toBeVisible()
  const { list } = await api.ask(order.list, { orderKind: 1, keyword: phone })
  expect(list).toHaveLength(1)
  const { fees, source: of } = await api.ask(order.detail, { orderId: list[0]!.orderId })
  expect(of).toBe(source.own)
  expect(shown.replaceAll(/[^\d.]/g, '')).toBe((fees.total / 100).toFixed(2))

  await page.getByRole('button', { name: '取消预订' }).click()
  await expect(page.getByText('现在取消不收费')).toBeVisible()
  await page.getByRole('button', { name: '确认取消' }).click()
  await expect(page.getByRole('heading', { name: '已取消' })).toBeVisible()
})

test('search answers without a script', async ({ browser, as, baseURL }) => {
  const { name } = await (await as('owner')).ask(site.detail, {})
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto(`${baseURL}/s/${name}`)
  await page.getByRole('button', { name: '查看车型' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await plain.close()
})

test('the owner changes the text of the page, closes it and opens it again', async ({ page, open, as, baseURL }) => {
  const { name } = await (await as('owner')).ask(site.detail, {})
  await open('/site', 'owner')
  const about = `机场取还 ${Date.now()}`
  await page.getByLabel('店铺介绍').fill(about)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存')).toBeVisible()
  const seen = await page.context().newPage()
  await seen.goto(`${baseURL}/s/${name}`)
  await expect(seen.getByText(about)).toBeVisible()
  await seen.close()
})
