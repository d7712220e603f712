import { pickupReturn } from '@cheyi/contract/pickup-return'
import { selfService } from '@cheyi/contract/self-service'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { codeFor } from './setup/handover.ts'
import { drawn, photograph, SMALL } from './setup/pictures.ts'
import { pay } from './setup/prepare.ts'
import { arrangeAtHand, bookKnown, takeDeposits } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A customer takes the car alone, on their own phone, and the shop looks at it from afar. */

test('a customer comes by a link and a code, and photographs the car', async ({ page, open, as, browser }) => {
  test.setTimeout(240_000)
  const api = await as('manager')
  const { cars, ...booked } = await bookKnown(api, { name: '陶自取', inHours: 0, days: 1 })
  const { orderId } = booked
  await pay(api, booked)
  await takeDeposits(api, orderId)
  await arrangeAtHand(api, orderId, cars)
  const type = handoverType.pickup
  const { vehicle } = await api.ask(pickupReturn.task, { orderId, type })

  await open(`/order/detail?orderId=${orderId}`, 'manager')
  await page.getByRole('button', { name: '自助取车' }).click()
  const sheet = page.getByRole('dialog', { name: '自助取车' })
  await sheet.getByRole('button', { name: '出示二维码' }).click()
  await expect(sheet.getByRole('img', { name: '自助取车链接的二维码' })).toBeVisible()
  const { url } = await api.ask(selfService.link, { orderId, type, way: 2 })

  // A stranger with the link reads no name, no plate and no sum.
  const customer = await browser.newContext({ viewport: { width: 375, height: 812 } })
  const phone = await customer.newPage()
  await phone.goto(new URL(url).pathname + new URL(url).search)
  await expect(phone.getByRole('heading', { name: '验证手机' })).toBeVisible()
  await expect(phone.locator('body')).not.toContainText('陶自取')
  const field = phone.getByRole('textbox', { name: '验证码' })
  const tail = (await field.getAttribute('placeholder'))!.match(/\d{4}/)![0]
  await phone.getByRole('button', { name: '获取验证码' }).click()
  await field.fill(await codeFor(phone, tail, '自助办理'))
  await phone.getByRole('button', { name: '开始自助取车' }).click()

  await expect(phone.getByRole('heading', { name: '拍摄车况' })).toBeVisible()
  await phone.getByRole('checkbox').check()
  for (const place of ['车头', '车尾', '左侧', '右侧', '仪表盘', '内饰'])
    await photograph(phone, phone.getByRole('button', { name: `拍${place}` }), place, await drawn(phone, place, SMALL))
  await phone.getByLabel('里程').fill(String(vehicle!.odometerKm))
  await phone.getByLabel('里程').blur()
  for (const [name, full] of [
    ['油量', '8'],
    ['电量', '90'],
  ] as const)
    if (await phone.getByLabel(name, { exact: true }).isVisible())
      await phone.getByLabel(name, { exact: true }).fill(full)
  await expect(phone.getByText('绕车一圈，拍 6 张照片', { exact: true })).toBeVisible({ timeout: 30_000 })
  // A page that was closed opens where it was.
  await phone.reload()
  await expect(phone.getByRole('button', { name: '查看车头' })).toBeVisible()
  await customer.close()
})
