import type { Page } from '@playwright/test'
import { book, farAhead } from './prepare.ts'
import { expect, test } from './test.ts'

/** What a counter of the home says. */
const counter = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`${name}.*\\d`) }).first()
const countOf = async (page: Page, name: string): Promise<number> =>
  Number(/\d+/.exec((await counter(page, name).innerText()).replaceAll(/\D*$/g, ''))?.[0])

test('what one books, the other’s home counts without a touch', async ({ page, as, open }) => {
  await open('/')
  await expect(counter(page, '待排车')).toBeVisible()
  const before = await countOf(page, '待排车')
  await page.waitForRequest(/stream\/v1\/events/)
  await book(await as('manager'), { name: '孙实时', inHours: farAhead() })
  await expect.poll(() => countOf(page, '待排车')).toBe(before + 1)
})

test('what one books stands in the other’s list without a touch', async ({ page, as, open }) => {
  await open('/order?sort=newest')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForRequest(/stream\/v1\/events/)
  const { orderNo } = await book(await as('manager'), { name: '李同步', inHours: farAhead() })
  await expect(page.getByText(orderNo.slice(-6)).or(page.getByText('李同步')).first()).toBeVisible()
})
