import { order } from '@cheyi/contract/order'
import { isCancelled } from '@cheyi/domain/order/steps'
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
  const mend = async (what: string) => {
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('dialog', { name: '更多操作' }).getByText('改单', { exact: true }).click()
    await page.getByRole('dialog', { name: '改单' }).getByRole('button', { name: what }).click()
  }

  await test.step('another customer', async () => {
    await mend('客户')
    const sheet = page.getByRole('dialog', { name: '修改客户' })
    await sheet.getByRole('button', { name: '修改客户' }).click()
    await expect(sheet.getByText('请填写客户姓名')).toBeVisible()
    await sheet.getByLabel('客户姓名').fill('卫新客')
    await sheet.getByLabel('手机号').fill('13912345678')
    await sheet.getByRole('button', { name: '修改客户' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('卫新客').first()).toBeVisible()
  })

  await test.step('another end, with what it costs told before', async () => {
    const { returnAt } = await api.ask(order.detail, { orderId })
    const later = returnAt + DAY
    const priced = await api.ask(order.periodPreview, { orderId, returnAt: later })
    await mend('还车时间')
    const sheet = page.getByRole('dialog', { name: '调整租期' })
    await sheet.getByRole('button', { name: '还车时间' }).click()
    const wheels = page.getByRole('dialog', { name: '还车时间' })
    await wheels.getByRole('spinbutton').first().press('ArrowDown')
    await wheels.getByRole('button', { name: '确定' }).click()
    await sheet.getByRole('button', { name: /^调整租期，总额 ¥/ }).click()
    await expect(sheet).toBeHidden()
    const after = await api.ask(order.detail, { orderId })
    expect({ returnAt: after.returnAt, total: after.fees.total }).toEqual({ returnAt: later, total: priced.total })
    expect(after.fees.total).toBeGreaterThan(total)
  })

  await test.step('and not at all', async () => {
    await mend('取消订单')
    await expect(page).toHaveTitle('车驿 · 取消订单')
    await page.getByRole('radio', { name: '行程取消' }).check()
    await page.getByRole('button', { name: /^取消/ }).click()
    await page.getByRole('dialog', { name: '取消订单？' }).getByRole('button', { name: '取消订单' }).click()
    await expect.poll(async () => isCancelled((await api.ask(order.detail, { orderId })).status)).toBe(true)
  })
})
