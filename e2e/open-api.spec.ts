import { demoTestKey } from '@cheyi/domain/sales/channel/open-key'
import { expect, test } from './setup/test.ts'

/* The document of the open API, as a developer of a platform reads and tries it, without signing in. */

test('a developer reads how to sign, and runs the life of a test order', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const abroad: string[] = []
  page.on('request', (request) => {
    if (!/^(data:|http:\/\/127\.0\.0\.1)/.test(request.url())) abroad.push(request.url())
  })
  await page.goto('/open/v1/docs')
  await expect(page.getByRole('heading', { name: '签名示例' })).toBeVisible()
  await expect(page.getByText('from=2026-12-01&modelId=2001&storeId=101&to=2026-12-07').first()).toBeVisible()
  await expect(page.getByText('报价只计算价格，不校验也不占用库存')).toBeVisible()

  await page.getByRole('link', { name: '试调用' }).click()
  await page.getByLabel('密钥编号').fill(demoTestKey.appKey)
  const secret = page.getByLabel('测试密钥', { exact: true })
  const send = async (call: string) => {
    await page.getByLabel('接口').selectOption(call)
    const answered = page.waitForResponse((response) => response.url().includes('/open/v1/'))
    await page.getByRole('button', { name: '签名并发送' }).click()
    await answered
  }
  // A live key is refused before anything is sent.
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await secret.fill('cys_live-key')
  await page.getByRole('button', { name: '签名并发送' }).click()
  await expect(page.getByRole('alert')).toContainText('这不是测试密钥，已清除')
  await expect(secret).toHaveValue('')
  expect(sent).toEqual([])

  await secret.fill(demoTestKey.secret)
  for (const call of ['ping', 'stores', 'models', 'quote']) {
    await send(call)
    await expect(page.getByText('HTTP 200，errorCode 0')).toBeVisible()
  }
  await page.getByLabel('承租人').selectOption('测试拒单')
  await send('createOrder')
  await expect(page.getByText('"statusName": "确认中"')).toBeVisible()
  await expect(async () => {
    await send('order')
    await expect(page.getByText('"statusName": "已取消"')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 40_000, intervals: [2000] })
  await send('events')
  await expect(page.getByText('"type": "order.refused"')).toBeVisible()

  await page.getByRole('link', { name: '接口参考' }).click()
  await expect(page.getByRole('heading', { name: '下单（同一渠道订单号只生成一单）' })).toBeVisible()
  await expect(page.getByText('重新读取 GET /open/v1/stores').first()).toBeAttached()
  expect(errors).toEqual([])
  expect(abroad).toEqual([])
})

test('staff without the right for keys read who has it', async ({ page, open }) => {
  await open('/channelManage/2?tab=connect', 'channel')
  await expect(page.getByText('「接口密钥」由')).toBeVisible()
  await expect(page.getByText('请老板在「权限管理」中为您的角色勾选「接口密钥」')).toBeVisible()
})

test('a test key is told apart from a live one', async ({ page, open }) => {
  await open('/channelManage/2?tab=connect', 'owner')
  await expect(page.locator('.card', { hasText: '联调' }).getByText('测试', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '新建密钥' }).click()
  await page.getByRole('radio', { name: '测试' }).check({ force: true })
  await expect(page.getByText('不占库存、不进订单和账目')).toBeVisible()
})
