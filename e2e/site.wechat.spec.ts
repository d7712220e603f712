import { order } from '@cheyi/contract/booking/order'
import { simulation } from '@cheyi/contract/platform/simulation'
import { site } from '@cheyi/contract/sales/site'
import { addDays, localDate } from '@cheyi/domain/time'
import type { BrowserContext, Page } from '@playwright/test'
import type { Api } from './setup/api.ts'
import { barriers } from './setup/barriers.ts'
import { openFirstModel, typeCodeOf } from './setup/customer.ts'
import { stranger } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* The booking page inside WeChat: a customer books, leaves WeChat's dialog once, pays, and is recognised when they come back. */

interface Asked {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
}

const PAY = 'getBrandWCPayRequest'

/** A phone with WeChat, whose app answers what pages ask for. The first dialog to pay is left, the next ones are agreed to. */
async function openWechat(wechat: BrowserContext, api: Api, baseURL: string): Promise<{ page: Page; asked: Asked[] }> {
  const page = await wechat.newPage()
  const asked: Asked[] = []
  await page.exposeFunction('wechatApp', async (name: string, params: Asked['params']) => {
    asked.push({ name, params })
    if (name !== PAY) return { err_msg: `${name}:ok` }
    if (asked.filter((one) => one.name === PAY).length === 1) return { err_msg: 'get_brand_wcpay_request:cancel' }
    const dialog = await page.request.get(new URL('/api/simulation/v1/pay/bridge', baseURL).href, { params })
    await api.ask(simulation.payAct, { no: new URL(dialog.url()).searchParams.get('no')!, act: 'approve' })
    return { err_msg: 'get_brand_wcpay_request:ok' }
  })
  await page.addInitScript(
    'window.WeixinJSBridge = { invoke: (name, params, done) => window.wechatApp(name, params).then(done) }',
  )
  return { page, asked }
}

test('inside WeChat a customer books and pays, and is known the next time', async ({ as, browser, baseURL }) => {
  test.setTimeout(180_000)
  const api = await as('owner')
  const { name } = await api.ask(site.detail, {})
  const { name: person, phone } = stranger('微客')
  const day = addDays(localDate(Date.now()), 80)
  const wechat = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile MicroMessenger/8.0.50',
    viewport: { width: 390, height: 780 },
  })
  const { page, asked } = await openWechat(wechat, api, baseURL!)

  await test.step('the page is shared by its own card', async () => {
    await page.goto(`${baseURL}/s/${name}`)
    await expect.poll(() => asked.map((one) => one.name)).toContain('updateTimelineShareData')
    const [check, card] = asked
    expect(check).toMatchObject({ name: 'preVerifyJSAPI', params: { verifySignType: 'sha1' } })
    expect(card!.params).toMatchObject({ title: await page.title(), link: page.url() })
  })

  await test.step('books with the consent to be recognised', async () => {
    await openFirstModel(page, day)
    // The browser went to WeChat and back meanwhile: its code must not stay in the address.
    await expect(page.getByRole('heading', { name: '费用明细' })).toBeVisible()
    expect(page.url()).not.toMatch(/code=|state=/)
    await page.getByLabel('姓名').fill(person)
    await typeCodeOf(page, phone)
    await page.getByLabel(/^下次在微信中打开时直接登录/).check()
    await page.getByLabel(/在线支付/).check()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: /^提交预订/ }).click()
    await expect(page).toHaveURL(/\/pay\?t=/)
  })

  await test.step('leaves WeChat’s dialog, which loses nothing, and pays in the next one', async () => {
    await page.getByRole('button', { name: '微信' }).click()
    await expect(page.getByText('付款未完成，可以再次点击付款')).toBeVisible()
    await page.getByRole('button', { name: '微信' }).click()
    await expect(page.getByText('已办妥，感谢您的配合')).toBeVisible()
    const { list } = await api.ask(order.list, { orderKind: 1, keyword: phone })
    expect(list).toHaveLength(1)
    expect(await api.ask(order.detail, { orderId: list[0]!.orderId })).toMatchObject({ fees: { owed: 0 } })
  })

  await test.step('comes back without the session and is recognised, until they do not want it', async () => {
    for (const cookie of ['cheyi_renter', 'cheyi_wechat']) await wechat.clearCookies({ name: cookie })
    await page.goto(`${baseURL}/s/${name}/mine`)
    await expect(page.getByText(/^当前手机号/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: '改用短信提醒' }).click()
    await expect(page.getByRole('button', { name: '改用微信提醒' })).toBeVisible()
    await page.getByRole('button', { name: '解除微信登录' }).click()
    await expect(page.getByRole('heading', { name: '微信登录' })).toHaveCount(0)
    for (const cookie of ['cheyi_renter', 'cheyi_wechat']) await wechat.clearCookies({ name: cookie })
    await page.goto(`${baseURL}/s/${name}/mine`)
    await expect(page.getByLabel('手机号')).toBeVisible()
  })
  await wechat.close()
})
