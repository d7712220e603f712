import { notify } from '@cheyi/contract/platform/notify'
import { expect, test } from './setup/test.ts'

/* How notices reach staff on their phones: WeChat that follows the service account by one's own code. */

test('WeChat gets notices once it follows by one’s own code, until it is stopped', async ({ page, open, as }) => {
  await open('/profile', 'service')
  const cell = page.getByRole('button', { name: /^微信接收消息/ })
  await expect(cell).toContainText('未开启')
  await cell.click()
  await expect(page.getByRole('img', { name: '关注公众号的二维码' })).toBeVisible()

  // The phone that scans it.
  const { code } = await (await as('service')).ask(notify.followCode, {})
  const phone = await page.context().newPage()
  const { pathname, search } = new URL(code!)
  await phone.goto(pathname + search)
  await phone.getByLabel('微信昵称').fill('客服小李')
  await phone.getByRole('button', { name: '关注公众号' }).click()
  await expect(phone.getByText('已关注公众号')).toBeVisible()

  await expect(page.getByRole('status').filter({ hasText: '微信接收消息已开启' })).toBeVisible()
  await expect(page.getByRole('img', { name: '关注公众号的二维码' })).toBeHidden()
  await expect(cell).toContainText('已开启')
  await cell.click()
  await page.getByRole('dialog', { name: '停止微信接收消息' }).getByRole('button', { name: '停止' }).click()
  await expect(cell).toContainText('未开启')
})
