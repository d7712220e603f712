import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { order } from '@cheyi/contract/booking/order'
import { price } from '@cheyi/contract/pricing/price'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { channel } from '@cheyi/contract/sales/channel'
import { addDays, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { expect, test } from './setup/test.ts'

/** A channel of the demo that is on sale and has no address. */
const partner = 3
/** Another one. */
const rail = 11

test('a platform gets an address and its secret, is notified of a booking, and the log shows what was sent', async ({
  page,
  as,
  open,
}) => {
  const got: { type: string; data: { channelOrderNo: string } }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (typeof request.headers['webhook-signature'] === 'string') got.push(JSON.parse(body))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notify`

  await open(`/channelManage/${partner}?tab=push`, 'owner')
  await page.getByRole('button', { name: '设置回调地址' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: '地址' }).fill('https://10.0.0.8/notify')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('网址应为公网地址')).toBeVisible()
  await sheet.getByRole('textbox', { name: '地址' }).fill(url)
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('密钥只显示这一次')).toBeVisible()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await page.getByRole('button', { name: '已保存好' }).click()
  await page.getByRole('button', { name: '发送测试' }).click()
  await expect(page.getByText(/^平台已收到，用时 \d+ 毫秒$/)).toBeVisible()

  const api = await as('owner')
  const [row] = await api.ask(price.rules, { kind: 'short' })
  const pickupAt = startOfDate(addDays(localDate(Date.now()), 80)) + 10 * HOUR
  const trip = { storeId: row!.storeId, modelId: row!.modelId, pickupAt, returnAt: pickupAt + 24 * HOUR }
  const { quoteId, total } = await api.ask(quotes.quote, { ...trip, source: partner })
  const channelOrderNo = `P-${Date.now()}`
  await api.ask(order.create, {
    submit: true,
    quoteId,
    expectTotal: total,
    contactName: '回调客人',
    contactPhone: '13800001234',
    channelOrderNo,
    autoConfirm: true,
  })
  await expect.poll(() => got.filter(({ data }) => data.channelOrderNo === channelOrderNo).length).toBe(1)
  expect(JSON.stringify(got)).not.toContain('回调客人')
  await page.reload()
  const card = page.locator('.record-card', { hasText: channelOrderNo })
  await expect(card).toContainText('订单确认')
  await expect(card).toContainText('已送达')

  await page.getByRole('tab', { name: '日志' }).click()
  const logged = page.locator('.record-card', { hasText: channelOrderNo })
  await expect(logged).toContainText('204')
  await logged.getByRole('button', { name: '发出 · 订单确认' }).click()
  await expect(page.getByRole('dialog')).toContainText(`"channelOrderNo": "${channelOrderNo}"`)
  await page.getByRole('dialog').getByRole('button', { name: '重发' }).click()
  await expect(page.getByText('已安排重发')).toBeVisible()
  await expect.poll(() => got.filter(({ data }) => data.channelOrderNo === channelOrderNo).length).toBe(2)
  receiver.closeAllConnections()
  receiver.close()
})

test('飞猪 is connected by the number of the merchant there, without an address', async ({ page, as, open }) => {
  await open(`/channelManage/${rail}?tab=push`, 'owner')
  await page.getByRole('button', { name: '设置回调地址' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: '飞猪开放平台' }).check({ force: true })
  await expect(sheet.getByRole('textbox', { name: '地址' })).toBeHidden()
  await expect(sheet.getByText('只通知平台取车、还车')).toBeVisible()
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请先在基础设置中填写商家编号')).toBeVisible()
  const api = await as('owner')
  const { version, ...detail } = await api.ask(channel.detail, { source: rail })
  await api.ask(channel.save, { ...detail, source: rail, version, vendorCode: '600001', maxDays: undefined })
  await sheet.getByRole('button', { name: '保存' }).click()
  const card = page.locator('.card', { hasText: '接入方式' })
  await expect(card).toContainText('飞猪开放平台')
  await expect(card).toContainText('取消订单前，请先到平台的商家后台取消')
  await expect(page.getByRole('button', { name: '发送测试' })).toBeHidden()
})

test('a message that was given up is on the home page, and is sent again', async ({ page, open }) => {
  await open('/', 'channel')
  await page.getByRole('link', { name: /渠道回调未送达/ }).click()
  await expect(page.getByText('1 条回调两天内未送达')).toBeVisible()
  await page.getByRole('radio', { name: '未送达' }).check({ force: true })
  await page.locator('.record-card', { hasText: '已试 14 次' }).getByRole('button', { name: '重发' }).click()
  await expect(page.getByText('已安排重发')).toBeVisible()
  await expect(page.getByText('1 条回调两天内未送达')).toBeHidden()
})
