import { order } from '@cheyi/contract/order'
import { book, farAhead } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* The frame that every page shares: from the first drawing to the answer, the failure, and what is opened over it. */

test('a page is drawn as soon as its answer is there', async ({ page, open, as }) => {
  // React shows what had suspended no sooner than 300 ms after its fallback, unless the page is drawn anew by other means.
  const { list } = await (await as()).ask(order.list, { pageSize: 12 })
  await open(`/order/fee-detail?orderId=${list[0]!.orderId}`)
  await expect(page.getByRole('heading', { name: '费用明细' })).toBeVisible()
  const times = await page.evaluate(
    async (ids) => {
      const found: number[] = []
      for (const { orderId, orderNo } of ids) {
        const begun = performance.now()
        history.pushState(null, '', `/order/fee-detail?orderId=${orderId}`)
        await new Promise<void>((done) => {
          const look = () => {
            if (!document.body.textContent.includes(orderNo)) return
            observer.disconnect()
            done()
          }
          const observer = new MutationObserver(look)
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
          look()
        })
        found.push(performance.now() - begun)
      }
      return found
    },
    list.slice(1).map(({ orderId, orderNo }) => ({ orderId, orderNo })),
  )
  expect(Math.min(...times), `ms of ${times.length} openings: ${times.map(Math.round).join(', ')}`).toBeLessThan(200)
})

test('what cannot be loaded is tried again, by hand or by itself, and what is not there says so', async ({
  page,
  context,
  open,
  as,
}) => {
  const booked = await book(await as('manager'), { name: '页面一', inHours: farAhead() })
  await open('/order/cancel?orderId=999999999999999', 'manager')
  await expect(page.getByRole('heading', { name: '取消订单' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '返回' }).last().click()
  await expect(page).toHaveURL(/\/order($|\?)/)

  await context.setOffline(true)
  await page.evaluate((id) => history.pushState(null, '', `/order/cancel?orderId=${id}`), booked.orderId)
  await expect(page.getByRole('alert')).toContainText('网络不稳定')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('alert')).toContainText('网络不稳定')
  await context.setOffline(false)
  await expect(page.getByRole('radio', { name: '行程取消' })).toBeVisible()
})

test('a sheet is closed by back, by Esc and with its page, and focus returns', async ({ page, open, as }) => {
  const booked = await book(await as('manager'), { name: '页面二', inHours: farAhead() })
  await open(`/order?keyword=${booked.orderNo}`, 'manager')
  await page.getByRole('list', { name: '订单列表' }).getByRole('link').click()
  await page.getByRole('button', { name: '明细与流水' }).click()
  const collect = page.getByRole('button', { name: /^收款/ })
  const sheet = page.getByRole('dialog', { name: '收款' })
  await collect.click()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/order\/fee-detail/)
  await expect(collect).toBeFocused()

  await collect.click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(collect).toBeFocused()

  await collect.click()
  await expect(sheet).toBeVisible()
  await page.evaluate(() => history.pushState(null, '', '/order'))
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('list', { name: '订单列表' })).toBeVisible()
})
