import { order } from '@cheyi/contract/booking/order'
import { isCancelled } from '@cheyi/domain/booking/order/steps'
import { addDays, DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { book, farAhead } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/** Hours until ten o'clock of a day far ahead: a clerk books while the store is open. */
const atTen = (): number => {
  const day = addDays(localDate(Date.now()), Math.floor(farAhead() / 24))
  return (startOfDate(day) + 10 * HOUR - Date.now()) / HOUR
}

/* A clerk, who may not cancel, puts right what was booked a moment ago. */

test('whoever booked changes customer and time, and calls it off within the hour', async ({ page, as, open }) => {
  const api = await as('clerk')
  const { orderId, total } = await book(api, { name: '褚改单', inHours: atTen(), orDaysLater: 30 })
  await open(`/order/detail?orderId=${orderId}`, 'clerk')
  const sheet = page.getByRole('dialog', { name: '改单' })
  const mend = async (what: string) => {
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('dialog', { name: '更多操作' }).getByText('改单', { exact: true }).click()
    await sheet.getByRole('button', { name: what }).click()
  }

  await test.step('another customer', async () => {
    await mend('客户')
    const form = page.getByRole('dialog', { name: '修改客户' })
    await form.getByRole('button', { name: '修改客户' }).click()
    await expect(form.getByText('请填写客户姓名')).toBeVisible()
    await form.getByLabel('客户姓名').fill('卫新客')
    await form.getByLabel('手机号').fill('13912345678')
    await form.getByRole('button', { name: '修改客户' }).click()
    await expect(form).toBeHidden()
    await expect(sheet.getByText('卫新客')).toBeVisible()
    await sheet.getByRole('button', { name: '关闭' }).click()
    await expect(page.getByText('卫新客').first()).toBeVisible()
  })

  await test.step('another end, with what it costs told before', async () => {
    const { returnAt } = await api.ask(order.detail, { orderId })
    await mend('还车时间')
    const wheels = page.getByRole('dialog', { name: '还车时间' })
    await wheels.getByRole('spinbutton').first().press('ArrowDown')
    await wheels.getByRole('button', { name: '确定' }).click()
    await expect(sheet.getByText('应补收')).toBeVisible()
    await sheet.getByRole('button', { name: /^确认改单，总额 ¥/ }).click()
    await expect(sheet).toBeHidden()
    const after = await api.ask(order.detail, { orderId })
    expect(after.returnAt).toBe(returnAt + DAY)
    expect(after.fees.total).toBeGreaterThan(total)
  })

  await test.step('another begin and model, and the history tells both', async () => {
    const before = await api.ask(order.detail, { orderId })
    await mend('取车时间')
    const wheels = page.getByRole('dialog', { name: '取车时间' })
    await wheels.getByRole('spinbutton').nth(1).press('ArrowDown')
    await wheels.getByRole('button', { name: '确定' }).click()
    await sheet.getByRole('button', { name: '车型' }).click()
    const models = page.getByRole('dialog', { name: '车型' })
    const other = models.getByRole('button').filter({ hasText: '余' }).filter({ hasNotText: before.model.name })
    await other.first().click()
    await sheet.getByRole('button', { name: /^确认改单，总额 ¥/ }).click()
    await expect(sheet).toBeHidden()
    const after = await api.ask(order.detail, { orderId })
    expect(after.pickupAt).toBe(before.pickupAt + HOUR)
    expect(after.model.modelId).not.toBe(before.model.modelId)
    const { list } = await api.ask(order.log, { orderId })
    expect(list[0]?.text).toContain(`车型 ${before.model.name} → ${after.model.name}`)
  })

  await test.step('and not at all', async () => {
    await mend('取消订单')
    await expect(page).toHaveTitle('车驿 · 取消订单')
    await page.getByRole('radio', { name: '行程取消' }).check()
    // The sheet that led here has a 取消订单 too while it closes.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: /^取消/ }).click()
    await page.getByRole('dialog', { name: '取消订单？' }).getByRole('button', { name: '取消订单' }).click()
    await expect.poll(async () => isCancelled((await api.ask(order.detail, { orderId })).status)).toBe(true)
  })
})
