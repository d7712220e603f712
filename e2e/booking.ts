import type { Locator, Page } from '@playwright/test'
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
