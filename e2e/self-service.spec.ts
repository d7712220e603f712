import { order } from '@cheyi/contract/booking/order'
import { inventory } from '@cheyi/contract/fleet/inventory'
import { store } from '@cheyi/contract/platform/store'
import { driver } from '@cheyi/contract/rental/driver'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { selfService } from '@cheyi/contract/rental/self-service'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import { enterCode, fitTerminal, openLink, showCar } from './setup/customer.ts'
import { codeFor, drawSignature, sign } from './setup/handover.ts'
import { drawn, photograph, SMALL } from './setup/pictures.ts'
import { pay } from './setup/prepare.ts'
import { arrangeAtHand, bookKnown, handOutOwn, signAnew, takeDeposits } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A customer takes the car alone and brings it back alone, on their own phone, and the shop looks at it from afar. */

test('a customer takes the car alone: papers, photos, contract, asked again for what does not show it, and drives off', async ({
  page,
  open,
  as,
  browser,
}) => {
  test.setTimeout(420_000)
  const api = await as('manager')
  const { cars, ...booked } = await bookKnown(api, { name: '陶自取', inHours: 0, days: 1 })
  const { orderId } = booked
  await pay(api, booked)
  await takeDeposits(api, orderId)
  await arrangeAtHand(api, orderId, cars)
  const type = handoverType.pickup
  const { vehicle, people } = await api.ask(pickupReturn.task, { orderId, type })

  await open(`/order/detail?orderId=${orderId}`, 'manager')
  await page.getByRole('button', { name: '自助取车' }).click()
  const sheet = page.getByRole('dialog', { name: '自助取车' })
  await sheet.getByRole('button', { name: '出示二维码' }).click()
  await expect(sheet.getByRole('img', { name: '自助取车链接的二维码' })).toBeVisible()
  const { url } = await api.ask(selfService.link, { orderId, type, way: 2 })

  // Nobody has passed the renter's papers: the phone photographs them, and the shop sees to them from afar.
  const personId = people[0]!.personId
  const parked = await fitTerminal(await as('owner'), await as('fleet'), vehicle!.vehicleId)
  await api.ask(driver.verifyPerson, { personId, pass: false })
  const away = { longitude: parked.lng, latitude: parked.lat + 0.0027, accuracy: 10 }
  const phone = await openLink(browser, url, '陶自取', { geolocation: away, permissions: ['geolocation'] })
  await enterCode(phone, '开始自助取车')
  await phone.getByRole('checkbox', { name: /已阅读/ }).check()
  const front = phone.getByRole('button', { name: '拍人像面' })
  await expect(front).toBeDisabled()
  await phone.getByRole('checkbox', { name: /我同意留存证件照片/ }).check()
  for (const page of ['人像面', '国徽面', '驾驶证正页'])
    await photograph(phone, phone.getByRole('button', { name: `拍${page}` }), page)
  await expect(phone.getByText('已提交，门店正在核验')).toBeVisible({ timeout: 30_000 })
  await showCar(phone, vehicle!.odometerKm)
  // A page that was closed opens where it was.
  await phone.reload()
  await expect(phone.getByRole('button', { name: '查看车头' })).toBeVisible()
  const verification = `/selfPickupReturn/merchantVerification?orderId=${orderId}&type=${type}`
  await open(verification, 'manager')
  await expect(page.getByText('客户已拍摄 3 张，登记并核验后客户可签约')).toBeVisible()

  // One of the papers does not show it: it alone is asked for again, and nobody agrees to anything anew.
  await expect(page.getByRole('img', { name: '国徽面' })).toBeVisible()
  await page.getByRole('button', { name: '国徽面驳回', exact: true }).click()
  const wrong = page.getByRole('dialog', { name: '驳回国徽面' })
  await wrong.getByRole('button', { name: '照片模糊' }).click()
  await wrong.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '驳回 1 处' }).click()
  await expect(page.getByText('等待客户重拍')).toBeVisible()
  await expect(phone.getByText('国徽面需要重拍：照片模糊')).toBeVisible({ timeout: 20_000 })
  await expect(phone.getByRole('checkbox', { name: /我同意留存证件照片/ })).toHaveCount(0)
  await expect(phone.getByRole('button', { name: '拍人像面', exact: true })).toHaveCount(0)
  await photograph(phone, phone.getByRole('button', { name: '拍国徽面', exact: true }), '国徽面 2')
  await expect(phone.getByText('已提交，门店正在核验')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: '国徽面驳回', exact: true })).toBeVisible({ timeout: 20_000 })
  await page.getByText('承租人证件待核验').click()
  await expect(page).toHaveTitle('车驿 · 登记证件')
  await expect(page.getByRole('img', { name: '人像面' })).toBeVisible()
  await page.getByRole('button', { name: /核验通过/ }).click()
  await expect(phone.getByText('门店已核验')).toBeVisible({ timeout: 20_000 })

  await phone.getByRole('button', { name: '去签署' }).click()
  await expect(phone.getByRole('heading', { name: '合同条款' })).toBeVisible({ timeout: 60_000 })
  await phone.getByRole('checkbox').check()
  await expect(phone.getByText('验证码已发送')).toBeVisible()
  const field = phone.getByRole('textbox', { name: '验证码' })
  await field.fill(await codeFor(phone, (await field.getAttribute('placeholder'))!.match(/\d{4}/)![0]))
  await drawSignature(phone, phone.getByRole('img', { name: /^手写签名/ }))
  await phone.getByRole('button', { name: '确认签署' }).click()
  await expect(phone.getByText(/^已于 .* 签署完成$/)).toBeVisible()
  await phone.getByRole('link', { name: '回到自助取车' }).click()
  await expect(phone.getByText('已签署', { exact: true })).toBeVisible()
  await phone.getByRole('button', { name: '提交验车' }).click()
  await expect(phone.getByRole('status').filter({ hasText: '等待门店验车' })).toBeVisible()
  // Where the keys are is told to nobody who only waits.
  const { keyNote } = await api.ask(inventory.detail, { vehicleId: vehicle!.vehicleId })
  await expect(phone.getByText('取车说明')).toHaveCount(0)

  await open(verification, 'manager')
  await expect(page.getByText(/客户 .* 提交，已等待 \d+ 分钟/)).toBeVisible()
  await page.getByRole('button', { name: '车尾驳回', exact: true }).click()
  const reason = page.getByRole('dialog', { name: '驳回车尾' })
  await reason.getByRole('button', { name: '没有拍全' }).click()
  await reason.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '驳回 1 处' }).click()
  await expect(phone.getByText('车尾需要重拍：没有拍全')).toBeVisible({ timeout: 20_000 })
  await expect(phone.getByRole('button', { name: /^拍/ })).toHaveCount(1)
  await photograph(phone, phone.getByRole('button', { name: '拍车尾', exact: true }), '车尾 2')
  await phone.getByRole('button', { name: '重新提交验车' }).click()
  await expect(phone.getByRole('status').filter({ hasText: '等待门店验车' })).toBeVisible({ timeout: 20_000 })

  await page.getByRole('button', { name: '通过', exact: true }).click({ timeout: 20_000 })
  await page.getByRole('dialog', { name: '确认通过验车？' }).getByRole('button', { name: '通过' }).click()
  await expect(page.getByText('已通过，车辆已交付客户')).toBeVisible()
  await expect(phone.getByText('门店已通过验车，可以取车，祝您一路平安')).toBeVisible({ timeout: 20_000 })
  await expect(phone.getByText(keyNote || '请联系门店领取钥匙')).toBeVisible()

  // 300 m away the car stays locked; beside it, it opens.
  await phone.getByRole('button', { name: '解锁' }).click()
  await expect(phone.getByText(/您不在车旁（距车辆约\d+米），请走到车旁再试/)).toBeVisible()
  await phone.context().setGeolocation({ ...away, latitude: parked.lat + 0.0001 })
  await phone.getByRole('button', { name: '解锁' }).click()
  await expect(phone.getByText(/^\d\d:\d\d 已解锁$/)).toBeVisible({ timeout: 30_000 })
  await page.goto(`/order/detail?orderId=${orderId}`)
  await expect(page.getByText('已取车').first()).toBeVisible()
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ status: orderStatus.pickedUp })
  await phone.context().close()
})

test('a customer brings the car back alone, and the shop settles it by when it was handed in', async ({
  page,
  open,
  as,
  browser,
}) => {
  test.setTimeout(300_000)
  const api = await as('manager')
  const { orderId } = await handOutOwn(page, api, '陶自还')
  const type = handoverType.return
  const { vehicle, order: rented } = await api.ask(pickupReturn.task, { orderId, type })
  const parked = await fitTerminal(await as('owner'), await as('fleet'), vehicle!.vehicleId)
  const { lng, lat } = (await api.ask(store.list, {})).find(({ id }) => id === rented.returnStoreId)!

  await open(`/order/detail?orderId=${orderId}`, 'manager')
  await page.getByRole('button', { name: '自助还车' }).click()
  const sheet = page.getByRole('dialog', { name: '自助还车' })
  await sheet.getByRole('button', { name: '出示二维码' }).click()
  await expect(sheet.getByRole('img', { name: '自助还车链接的二维码' })).toBeVisible()
  const { url } = await api.ask(selfService.link, { orderId, type, way: 2 })

  // Two kilometres off, the car is not back yet.
  const off = { longitude: lng!, latitude: lat! + 0.02, accuracy: 10 }
  const phone = await openLink(browser, url, '陶自还', { geolocation: off, permissions: ['geolocation'] })
  await enterCode(phone, '开始自助还车')
  await phone.getByRole('button', { name: '确认停放位置' }).click()
  await expect(phone.getByText(/不在取还车范围内（距门店\d+米）/)).toBeVisible()
  await phone.context().setGeolocation({ ...off, latitude: lat! + 0.001 })
  await phone.getByRole('button', { name: '确认停放位置' }).click()
  await expect(phone.getByText('距还车地点 111 米')).toBeVisible()
  await phone.getByLabel('车位说明').fill('B2-042')
  await showCar(phone, vehicle!.odometerKm + 30)
  await phone.getByRole('button', { name: '门店还车箱' }).click()
  await expect(phone.getByRole('heading', { name: /^钥匙\s*，已完成/ })).toBeVisible()
  // A page that was closed opens where it was.
  await phone.reload()
  await expect(phone.getByLabel('钥匙位置')).toHaveValue('门店还车箱')
  await expect(phone.getByLabel('车位说明')).toHaveValue('B2-042')

  // Whoever opened it once more for what they forgot cannot hand it in before it is locked, beside it.
  await phone.context().setGeolocation({ longitude: parked.lng, latitude: parked.lat, accuracy: 10 })
  await phone.getByRole('button', { name: '解锁' }).click()
  await expect(phone.getByText(/^\d\d:\d\d 已解锁$/)).toBeVisible({ timeout: 30_000 })
  await expect(phone.getByRole('button', { name: '提交还车' })).toHaveAttribute('title', '请锁好车门')
  await phone.getByRole('button', { name: '锁车' }).click()
  await expect(phone.getByText('车门已锁', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await phone.getByRole('button', { name: '提交还车' }).click()
  await expect(phone.getByRole('status').filter({ hasText: '等待门店验车' })).toBeVisible()
  // Whoever waits for long is told since when, and whom to call.
  await expect(phone.getByText(/起已等待/)).toHaveCount(0)
  await phone.setExtraHTTPHeaders({ 'x-later': String(31 * MINUTE) })
  await phone.clock.setSystemTime(Date.now() + 31 * MINUTE)
  await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const longWait = phone.getByText(/^\d\d:\d\d 起已等待3[01]分钟，可致电门店/)
  await expect(longWait.getByRole('link')).toHaveAttribute('href', /^tel:\d/)
  await phone.setExtraHTTPHeaders({})
  await phone.clock.setSystemTime(Date.now())

  await open(`/order/detail?orderId=${orderId}`, 'manager')
  await page.getByRole('button', { name: '去验车' }).click()
  await expect(page).toHaveTitle('车驿 · 自助验车')
  await expect(page.getByText('距还车地点 111 米')).toBeVisible()
  await expect(page.getByText('门店还车箱')).toBeVisible()
  await page.getByRole('button', { name: '仪表盘驳回', exact: true }).click()
  const reason = page.getByRole('dialog', { name: '驳回仪表盘' })
  await reason.getByRole('button', { name: '光线太暗' }).click()
  await reason.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '驳回 1 处' }).click()

  // Nothing else is asked for again.
  await expect(phone.getByText('仪表盘需要重拍：光线太暗')).toBeVisible({ timeout: 20_000 })
  await expect(phone.getByRole('button', { name: /^拍(?!停放位置)/ })).toHaveCount(1)
  // Too small to show anything: the phone asks once more, and keeps the second one, which says so.
  const retake = phone.getByRole('button', { name: '拍仪表盘' })
  await photograph(phone, retake, '仪表盘', await drawn(phone, '仪表盘 2', SMALL))
  await expect(phone.getByText('照片太小，请重拍')).toBeVisible()
  await photograph(phone, retake, '仪表盘', await drawn(phone, '仪表盘 3', SMALL))
  await phone.getByRole('button', { name: '重新提交还车' }).click()
  await expect(phone.getByRole('status').filter({ hasText: '等待门店验车' })).toBeVisible({ timeout: 20_000 })

  await expect(page.getByText('太小', { exact: true })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: '通过', exact: true }).click({ timeout: 20_000 })
  await page.getByRole('dialog', { name: '确认通过验车？' }).getByRole('button', { name: '通过' }).click()
  await expect(page).toHaveTitle('车驿 · 办理还车')
  await expect(phone.getByText('门店已通过验车，正在结算费用')).toBeVisible({ timeout: 20_000 })
  await signAnew(page, api, orderId, type)
  await open(`/order/return?orderId=${orderId}&rstep=9`, 'manager')
  await sign(page)
  await page.getByRole('button', { name: /^确认还车/ }).click()
  await expect(page.getByText('已还车').first()).toBeVisible()
  expect(await api.ask(order.detail, { orderId })).toMatchObject({ status: orderStatus.returned })
  await expect(phone.getByText('已还车，感谢您的使用')).toBeVisible({ timeout: 20_000 })
  await phone.context().close()
})

test('a link that was cut on its way says that it opens nothing, and what to do', async ({ page }) => {
  for (const [address, advice] of [
    ['/selfPickupReturn/userPickup?t=x', '请联系门店重新发送'],
    ['/selfPickupReturn/userReturn?t=x', '请联系门店重新发送'],
    ['/agreement/sign?t=x', '请联系门店重新发送'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText('链接已失效')).toBeVisible()
    await expect(page.getByText(advice)).toBeVisible()
  }
})
