import { simulation } from '@cheyi/contract/platform/simulation'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { codeFor, drawSignature, expectDone, openCard } from './setup/handover.ts'
import { pay } from './setup/prepare.ts'
import { arrangeAtHand, bookAtHand, bookKnown, inspect, takeDeposits } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A paper that the customer signs far from the counter or on paper, and whether a file that somebody brings is the one. */

test('who signs by hand is given the paper, printed at the counter', async ({ page, open, as }) => {
  test.setTimeout(120_000)
  const api = await as('manager')
  const { orderId } = await bookAtHand(api, '陶手签', 1)
  await inspect(page, api, orderId, handoverType.pickup)
  await open(`/order/pickup?orderId=${orderId}`, 'manager')
  const card = await openCard(page, '签')
  await card.getByRole('button', { name: '客户在纸上签字？上传纸质合同' }).click()
  await card.getByRole('button', { name: '生成合同以打印' }).click()
  const href = await card.getByRole('link', { name: '打印合同（PDF）' }).getAttribute('href', { timeout: 60_000 })
  const file = await (await page.request.get(href!)).body()
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a contract is signed by the link that was texted; its file is known again, one that differs by a byte is not', async ({
  page,
  open,
  as,
  browser,
}) => {
  test.setTimeout(120_000)
  const api = await as('manager')
  const { cars, ...booked } = await bookKnown(api, { name: '陶远签', inHours: 0, days: 1 })
  const { orderId } = booked
  await pay(api, booked)
  await takeDeposits(api, orderId)
  await arrangeAtHand(api, orderId, cars)
  await inspect(page, api, orderId, handoverType.pickup)

  await open(`/order/pickup?orderId=${orderId}`, 'manager')
  const card = await openCard(page, '签')
  // One that could not be printed stays said, with the way to ask for it again.
  const failure = { success: false, errorCode: -1, message: '合同生成失败', data: null }
  await page.route('**/generate_pickup_contract', (route) => route.fulfill({ json: failure }), { times: 1 })
  await card.getByRole('button', { name: '短信发送' }).click()
  await expect(card.getByText('合同未生成')).toBeVisible()
  await card.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('签署链接已发送（今日第1条）')).toBeVisible()
  await expect(card.getByText('合同未生成')).toHaveCount(0)
  // Without a network it says so, and no word of it stays once the network is back.
  await page.context().setOffline(true)
  await card.getByRole('button', { name: '重新生成' }).click()
  await expect(card.getByText('网络断开，合同未生成')).toBeVisible({ timeout: 30_000 })
  await page.context().setOffline(false)
  await expect(card.getByText('网络断开，合同未生成')).toHaveCount(0)
  const no = (await card.getByText(/^合同编号 /).textContent())!.match(/合同编号 (\w+)/)![1]!

  const { list } = await api.ask(simulation.messages, {})
  const link = list.find(({ text }) => text.includes(no))!.text.match(/\/agreement\/sign\?t=[\w-]+/)![0]
  const customer = await browser.newContext()
  const phone = await customer.newPage()
  await phone.goto(link)
  await expect(phone.getByText(`合同编号 ${no}`)).toBeVisible()
  await expect(phone.getByRole('heading', { name: '合同条款' })).toBeVisible()
  const submit = phone.getByRole('button', { name: '确认签署' })
  await phone.getByRole('checkbox').check()
  await expect(phone.getByText('验证码已发送')).toBeVisible()
  const field = phone.getByRole('textbox', { name: '验证码' })
  const tail = (await field.getAttribute('placeholder'))!.match(/\d{4}/)![0]
  const code = await codeFor(phone, tail)
  await field.fill(code === '000000' ? '000001' : '000000')
  await drawSignature(phone, phone.getByRole('img', { name: /^手写签名/ }))
  await submit.click()
  await expect(phone.getByText(/验证码错误或已过期/).first()).toBeVisible()
  await field.fill(code)
  // The printer is slow: the counter hears of no file until it has seen that none is needed.
  let prints = true
  await page.route('**/order_contract/v1/status**', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    for (const paper of prints ? answer.data : []) Object.assign(paper, { file: 'printing', pdfUrl: null })
    await route.fulfill({ response, json: answer })
  })
  await submit.click()
  await expect(phone.getByText(/^已于 .* 签署完成$/)).toBeVisible()

  // The counter sees it without a touch.
  await expectDone(page, '签')
  await openCard(page, '签')
  await expect(page.getByText('已签署', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('合同正在生成，可先交车')).toBeVisible()
  const { blocking } = await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })
  expect(blocking).toEqual([])
  prints = false
  await expect(page.getByRole('link', { name: '查看合同（PDF）' })).toBeVisible({ timeout: 30_000 })

  const href = (await phone.getByRole('link', { name: '查看已签合同（PDF）' }).first().getAttribute('href'))!
  const file = await (await phone.request.get(href)).body()
  // Where the QR code of the paper leads.
  await phone.goto(file.toString('latin1').match(/\/agreement\/verify\?c=[\w-]+/)![0])
  await expect(phone.getByText(/的取车合同，已签署$/)).toBeVisible()
  await expect(phone.getByText(no, { exact: true })).toBeVisible()
  await expect(phone.getByText('签署时间').locator('..')).toContainText(/\d\d:\d\d/)
  const compare = async (button: string, buffer: Buffer) => {
    const chooser = phone.waitForEvent('filechooser')
    await phone.getByRole('button', { name: button }).click()
    await (await chooser).setFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer })
  }
  await compare('选择 PDF 文件', file)
  await expect(phone.getByText('与已签文件一致，未被改动')).toBeVisible()
  const altered = Buffer.from(file)
  altered[altered.length >> 1]! ^= 1
  await compare('换一个文件', altered)
  await expect(phone.getByText('与本文件不一致')).toBeVisible()
  await expect(phone.getByText('未被改动')).toBeHidden()
  await customer.close()
})
