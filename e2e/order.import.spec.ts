import { order } from '@cheyi/contract/booking/order'
import { stock } from '@cheyi/contract/fleet/stock'
import { store } from '@cheyi/contract/platform/store'
import { source } from '@cheyi/domain/booking/order/codes'
import { DAY, formatDateTime, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { tryTable } from './setup/tables.ts'
import { expect, test } from './setup/test.ts'

/* Orders of another system: the table is tried, its names are chosen once, and what can be booked is booked. */

test('a table of another system is tried, its store is chosen, and its bookings are there', async ({
  page,
  open,
  as,
}) => {
  test.slow()
  const api = await as('manager')
  const from = startOfDate(localDate(Date.now())) + 75 * DAY + 10 * HOUR
  const [shop] = await api.ask(store.list, {})
  const trip = { storeId: shop!.id, from, to: from + 2 * DAY, source: source.offline }
  const free = (await api.ask(stock.free, trip)).find(({ why }) => why === null)!
  const no = `OLD${Date.now()}`
  const [pickup, back] = [formatDateTime(from), formatDateTime(from + 2 * DAY)]
  await open('/order/import', 'manager')
  await tryTable(page, '原系统.csv', [
    [
      '订单编号',
      '取车门店',
      '车型',
      '取车时间',
      '还车时间',
      '客户姓名',
      '联系电话',
      '订单总额',
      '实收金额',
      '订单状态',
    ],
    [no, '老系统一号店', free.name, pickup, back, '沈梦洁', '13612345678', '512', '100', '待取车'],
    [`${no}X`, '老系统一号店', free.name, pickup, back, '沈梦洁', '13612345678', '512', '', '已取消'],
  ])
  await page.getByText('选择门店').click()
  await page.getByRole('option', { name: shop!.name }).click()
  await page.getByRole('button', { name: '重新检查' }).click()
  await page.getByRole('button', { name: /导入 ?1 ?行/ }).click()
  await expect(page.getByText('导入完成')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '查看订单' }).click()
  await expect(page).toHaveURL(/\/order(\?|$)/)
  const { list } = await api.ask(order.list, { keyword: '13612345678' })
  const booked = await Promise.all(list.map(({ orderId }) => api.ask(order.detail, { orderId })))
  expect(booked.find(({ channelOrderNo }) => channelOrderNo === no)).toMatchObject({
    fees: { total: 51_200, paid: 10_000 },
  })
})
