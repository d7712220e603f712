import { DAY, localDate } from '@cheyi/domain/time'
import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { freeStay, type Stay } from './prepare.ts'
import { expect } from './test.ts'

/* Hands on the form of a booking. */

/** The first model with a car left: its radio is drawn by the row around it. */
export function freeModel(page: Page): Locator {
  const models = page.getByRole('radiogroup', { name: '车型', exact: true })
  return models.locator('label').filter({ hasNotText: '已满' }).first()
}

/** Outside opening hours the form asks once more, and tests run at any hour; waits for the answer to a submit. */
export async function confirmHours(
  page: Page,
  done: Locator,
  press = (button: Locator) => button.click(),
): Promise<void> {
  const closed = page.getByRole('dialog', { name: '营业时间外' }).getByRole('button', { name: '仍要提交' })
  await expect(closed.or(done)).toBeVisible()
  if (await closed.isVisible()) await press(closed)
}

/** The page that a submitted booking leads to. */
export const orderPage = (page: Page): Locator => page.getByRole('heading', { level: 1, name: '订单详情' })

/** Chooses store, which a phone that has none is asked first, and days of a stay, and the first model free then. */
export async function chooseStay(page: Page, { store, from, to }: Stay): Promise<void> {
  await expect(page.getByRole('heading', { name: '在哪家门店取车？' })).toBeVisible()
  await page.getByRole('button', { name: store.name }).click()
  await page.getByRole('group', { name: '用车时间' }).getByRole('button').first().click()
  const panel = page.getByRole('dialog', { name: '选择时间' })
  await panel.getByRole('button', { name: '清空' }).click()
  for (const date of [localDate(from), localDate(to)]) await pickDay(panel, date)
  // What is free shown until then is of another stay.
  const asked = page.waitForRequest((request) => {
    if (!request.url().includes('/stock/v1/free')) return false
    const { from: since, to: until } = request.postDataJSON()
    return Math.abs(since - from) < DAY && Math.abs(until - to) < DAY
  })
  await panel.getByRole('button', { name: '确定' }).click()
  await (await asked).response()
  await freeModel(page).click()
}

/** Months far away are drawn only once the keyboard has gone there. */
async function pickDay(panel: Locator, date: string): Promise<void> {
  const wished = panel.locator(`[data-date="${date}"]`)
  const active = panel.locator('[data-date][tabindex="0"]')
  for (let month = 0; month < 24 && !(await wished.isVisible()); month++) await active.press('PageDown')
  await wished.click()
}

/**
 * The store where the device is, one with a car left: what is begun from now on is begun there. Not where bookings that are
 * prepared go to: one of another flow would take the car that is proposed, before the form of this one is filled.
 */
export async function chooseStore(page: Page, api: Api): Promise<void> {
  const { store } = await freeStay(api, { inHours: 0, apart: true })
  await page.getByRole('button', { name: '全部门店' }).click()
  const sheet = page.getByRole('dialog', { name: '选择门店' })
  await sheet.getByRole('button', { name: new RegExp(`^${store.name}`) }).click()
  await expect(sheet).toBeHidden()
  // The side navigation names the merchant beside it.
  await expect(page.getByRole('button', { name: new RegExp(`^${store.name}( |$)`) })).toBeVisible()
}
