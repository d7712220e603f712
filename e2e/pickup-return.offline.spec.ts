import { order } from '@cheyi/contract/booking/order'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import type { Page } from '@playwright/test'
import type { Api } from './setup/api.ts'
import { sign, signOnPhone } from './setup/handover.ts'
import { type Booked, pay } from './setup/prepare.ts'
import { bookAtHand, prepare, takeDeposits } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A handover that is confirmed where there is no network. */

test.use({ serviceWorkers: 'allow' })

/** All of a pickup but its signature and its confirmation, on its page. */
async function readyToSign(
  page: Page,
  api: Api,
  open: (address: string) => Promise<unknown>,
  name: string,
): Promise<Booked> {
  const booked = await bookAtHand(api, name, 1)
  const { orderId } = booked
  await pay(api, booked)
  await takeDeposits(api, orderId)
  await prepare(page, api, orderId, handoverType.pickup)
  await open(`/order/pickup?orderId=${orderId}&rstep=9`)
  // From then on the whole application is on the phone.
  await page.evaluate(() => navigator.serviceWorker.ready)
  return booked
}

/** All of a pickup but its confirmation. */
async function ready(page: Page, api: Api, open: (address: string) => Promise<unknown>, name: string): Promise<Booked> {
  const booked = await readyToSign(page, api, open, name)
  await sign(page)
  await page.getByRole('button', { name: '存草稿' }).click()
  await expect(page.getByText('草稿已保存')).toBeVisible()
  return booked
}

test('is kept on the phone with its signature, over its end, and happens once at the time that it was pressed', async ({
  page,
  open,
  as,
  context,
}) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId } = await readyToSign(page, api, open, '季地库')

  await context.setOffline(true)
  await expect(page.getByText('网络已断开，已填内容不会丢失；没有提交成功的操作请恢复后再点一次')).toBeVisible()
  await signOnPhone(page)
  await expect(page.getByText('签名上传中')).toBeVisible()
  const pressed = Date.now()
  await page.getByRole('button', { name: /^确认交车/ }).click()
  await expect(page.getByText('已交车，待上传')).toBeVisible()
  await expect(page.getByText('网络恢复后自动确认')).toBeVisible()
  expect((await api.ask(order.detail, { orderId })).status).toBe(orderStatus.arranged)

  await page.close()
  const again = await context.newPage()
  await again.goto('/')
  await again.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(again.getByText('待上传').first()).toBeVisible()

  await context.setOffline(false)
  await again.evaluate(() => dispatchEvent(new Event('online')))
  await expect(again.getByText(/已交车$/)).toBeVisible({ timeout: 30_000 })
  await expect(again.getByText('待上传')).toHaveCount(0)
  const done = await api.ask(order.detail, { orderId })
  expect(done.status).toBe(orderStatus.pickedUp)
  expect(Math.abs(done.actualPickupAt! - pressed)).toBeLessThan(2 * MINUTE)
  const { records } = await api.ask(pickupReturn.records, { orderId })
  expect(records[0]?.signature, 'the signature that was drawn offline').not.toBeNull()
})

test('becomes a card that is never dropped by itself when the server does not take it', async ({
  page,
  open,
  as,
  context,
}) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId } = await ready(page, api, open, '臧同事')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^确认交车/ }).click()
  await expect(page.getByText('已交车，待上传')).toBeVisible()

  // A colleague hands it over meanwhile, at another minute.
  const actualAt = Date.now() - 4 * MINUTE
  await api.ask(pickupReturn.confirm, { orderId, type: handoverType.pickup, actualAt, expectAmount: 0 })
  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('需处理')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: '按现在时间办理' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('需处理')).toBeVisible()
  await page.getByRole('button', { name: '撤回确认' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回确认' }).click()
  await expect(page.getByText('需处理')).toHaveCount(0)
})

test('is sent by its own user alone, and once by two tabs', async ({ page, open, as, context }) => {
  test.setTimeout(180_000)
  const api = await as()
  const { orderId } = await ready(page, api, open, '窦两页')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^确认交车/ }).click()
  await expect(page.getByText('已交车，待上传')).toBeVisible()

  // A colleague signs in on this phone: nothing of it is theirs.
  const sent: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === pickupReturn.confirm.path) sent.push(request.url())
  })
  await page.close()
  await context.setOffline(false)
  const first = await context.newPage()
  await open('/todo', 'manager', first)
  await first.evaluate(() => dispatchEvent(new Event('online')))
  await expect(first.getByRole('main')).toBeVisible()
  await expect(first.getByText('待上传')).toHaveCount(0)
  expect(sent).toEqual([])

  // Its own user again, in two tabs.
  const tab = await context.newPage()
  await Promise.all([open('/', 'owner', first), open('/', 'owner', tab)])
  await expect.poll(async () => (await api.ask(order.detail, { orderId })).status).toBe(orderStatus.pickedUp)
  await expect(tab.getByText('待上传')).toHaveCount(0)
  expect(sent).toHaveLength(1)
})
