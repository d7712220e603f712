import { order } from '@cheyi/contract/booking/order'
import { simulation } from '@cheyi/contract/platform/simulation'
import { instalment } from '@cheyi/contract/rental/instalment'
import { renewal } from '@cheyi/contract/rental/renewal'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { DAY } from '@cheyi/domain/time'
import { handOutOwn } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A renewal that its customer pays online, from the sheet to the paper; and a long rental made longer. */

test('is held while its code waits, is paid on the customer’s phone, and its paper is signed after', async ({
  page,
  as,
  open,
  context,
}) => {
  test.setTimeout(180_000)
  const api = await as('third')
  const { orderId, orderNo } = await handOutOwn(page, api, '扫码续')
  const before = await api.ask(order.detail, { orderId })
  await open(`/renewal/create?orderId=${orderId}`, 'third')

  await test.step('by a link first: nothing is paid, the time is held, and it is taken back', async () => {
    await page.getByRole('radiogroup', { name: '续租天数' }).getByText('+1天').click()
    await page.getByText('发付款链接', { exact: true }).click()
    await page.getByRole('button', { name: '提交并发链接' }).click()
    const link = page.getByRole('dialog', { name: '付款链接' })
    await expect(link.getByRole('img', { name: '付款链接的二维码' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(`/renewal/record?orderId=${orderId}`)
    await expect(page.getByText('待支付', { exact: true })).toBeVisible()
    await expect(page.getByText(/前付款生效，还剩 \d+ 分钟/)).toBeVisible()
    expect((await api.ask(order.detail, { orderId })).returnAt).toBe(before.returnAt)
    // Whoever takes the car back instead is told what becomes of it.
    await page.goto(`/order/return?orderId=${orderId}`)
    await expect(page.getByText(/^续租至 .*待付款 ¥.*付款截止.*确认还车后该续租取消/)).toBeVisible()
    await page.goto(`/renewal/create?orderId=${orderId}`)
    await expect(page.getByRole('alert')).toContainText('存在未完成的续租')
    await page.getByRole('button', { name: '查看待付款的续租' }).click()
    await page.getByRole('button', { name: '取消续租' }).click()
    const sheet = page.getByRole('dialog', { name: '取消续租' })
    await sheet.getByText('客户不续了').click()
    await sheet.getByRole('button', { name: '取消续租' }).click()
    await expect(page.getByText('已取消', { exact: true })).toBeVisible()
  })

  await test.step('then by a code: the end moves when it is paid', async () => {
    await page.goto(`/renewal/create?orderId=${orderId}`)
    await page.getByRole('radiogroup', { name: '续租天数' }).getByText('+1天').click()
    await page.getByText('支付宝', { exact: true }).click()
    await page.getByRole('button', { name: '提交并收款' }).click()
    const code = page.getByRole('dialog', { name: '支付宝收款' })
    await expect(code.getByRole('img', { name: '支付宝收款码' })).toBeVisible()
    expect((await api.ask(order.detail, { orderId })).returnAt).toBe(before.returnAt)
    const { list } = await api.ask(simulation.payTrades, {})
    const trade = list.find(({ subject }) => subject.includes('续租') && subject.includes(orderNo))!
    const phone = await context.newPage()
    await phone.goto(`/simulated-pay?no=${trade.no}`)
    await phone.getByRole('button', { name: '同意付款' }).click()
    await expect(phone.getByText('已付款')).toBeVisible()
    await phone.close()
    await expect(code).toBeHidden()
    const [made] = await api.ask(renewal.list, { orderId })
    const after = await api.ask(order.detail, { orderId })
    expect(after).toMatchObject({ returnAt: made!.newReturnAt, fees: { owed: 0 } })
  })

  await test.step('its paper waits on the record', async () => {
    await page.goto(`/renewal/record?orderId=${orderId}`)
    await expect(page.getByText('续租合同：未生成')).toBeVisible()
    await page.getByRole('button', { name: '签署合同' }).click()
    await expect(page.getByRole('dialog', { name: '续租合同' })).toBeVisible()
  })
})

test('a long rental is made a month longer, its row stands in the plan, and it is taken back', async ({
  page,
  as,
  open,
}) => {
  const api = await as('manager')
  const { list } = await api.ask(order.list, { orderKind: orderKind.long, status: [orderStatus.pickedUp] })
  const plans = await Promise.all(
    list.map(async ({ orderId }) => ({ orderId, ...(await api.ask(instalment.list, { orderId })) })),
  )
  // Of a car whose papers last as long.
  const priced = await Promise.all(
    plans.map(async (one) => {
      const { returnAt } = list.find(({ orderId: id }) => id === one.orderId)!
      const asked = { orderId: one.orderId, newReturnAt: returnAt + 32 * DAY }
      return api.ask(renewal.price, asked).then(
        () => one,
        () => null,
      )
    }),
  )
  const chosen = priced.find((one) => one !== null)
  const { orderId, rows } = chosen!
  await open(`/renewal/create?orderId=${orderId}`, 'manager')
  await page.getByRole('radiogroup', { name: '续租月数' }).getByText('+1个月').click()
  await expect(page.getByText(/^新增 \d+ 天$/)).toBeVisible()
  const later = page.getByText('稍后收款')
  if (await later.isVisible()) await later.click()
  await page.getByRole('button', { name: '确认续租' }).click()
  await expect(page.getByText(/^已续租至/)).toBeVisible()
  await expect(page).toHaveTitle('车驿 · 长租订单详情')
  expect((await api.ask(instalment.list, { orderId })).rows.length).toBeGreaterThan(rows.length)

  await page.goto(`/renewal/record?orderId=${orderId}`)
  await expect(page.getByText('已生效').first()).toBeVisible()
  await page.getByRole('button', { name: '取消续租' }).first().click()
  const sheet = page.getByRole('dialog', { name: '取消续租' })
  await sheet.getByText('客户不续了').click()
  await sheet.getByRole('button', { name: '取消续租' }).click()
  await expect(page.getByText('已取消', { exact: true }).first()).toBeVisible()
  expect((await api.ask(instalment.list, { orderId })).rows).toHaveLength(rows.length)
})
