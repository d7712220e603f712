import type { Browser } from '@playwright/test'
import { expect, type test, type Who } from './setup/test.ts'

type Open = Parameters<Parameters<typeof test>[2]>[0]['open']

/** A colleague with a phone of their own finds what is asked about an order among the approvals, and agrees. */
export async function agreeTo(
  browser: Browser,
  open: Open,
  orderNo: string,
  who: Who = 'manager',
  what = '大额扣款',
): Promise<void> {
  const page = await (await browser.newContext()).newPage()
  await open('/notices?tab=approval', who, page)
  const asked = page.getByRole('list', { name: '审批' }).getByRole('listitem').filter({ hasText: orderNo })
  await asked.getByRole('button', { name: '通过' }).click()
  const question = page.getByRole('dialog', { name: `通过${what}？` })
  await expect(question).toContainText(orderNo)
  await question.getByRole('button', { name: '通过' }).click()
  await expect(page.getByText('已通过', { exact: true }).first()).toBeVisible()
  await page.context().close()
}
