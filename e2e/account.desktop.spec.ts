import { account } from '@cheyi/contract/platform/account'
import { expect, test } from './setup/test.ts'

test('who is first in the list is opened beside it, and what stands above the list stays in view', async ({
  page,
  open,
  as,
}) => {
  const [first] = (await (await as()).ask(account.page, {})).list
  await open(`/account/edit/${first!.id}`)
  const row = page.locator('.virtual-list-row').filter({ hasText: first!.name })
  // From then on the list scrolls to who is chosen.
  await expect(row).toHaveAttribute('style', /translateY/)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(
    page.getByRole('button', { name: '权限设置' }).or(page.getByRole('link', { name: '权限设置' })),
  ).toBeInViewport()
})
