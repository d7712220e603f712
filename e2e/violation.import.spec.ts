import { order } from '@cheyi/contract/booking/order'
import { violation } from '@cheyi/contract/rental/violation'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { formatDateTime, HOUR, MINUTE } from '@cheyi/domain/time'
import { tryTable } from './setup/tables.ts'
import { expect, test } from './setup/test.ts'

/* Violations of a list, and contracts to file. */

test('a list of an office is tried, imported and finds its orders', async ({ page, open, as }) => {
  test.slow()
  const api = await as('manager')
  const { list } = await api.ask(order.list, {
    orderKind: orderKind.short,
    status: [orderStatus.pickedUp],
    pageSize: 60,
  })
  const out = []
  for (const { orderId } of list) {
    const { actualPickupAt: from, vehicle, orderNo } = await api.ask(order.detail, { orderId })
    if (from !== null && vehicle !== null && Date.now() - from > 6 * HOUR)
      out.push({ plate: vehicle.plate, from, orderNo })
    if (out.length === 1) break
  }
  const { plate, from, orderNo } = out[0]!
  const at = formatDateTime(from + HOUR + Math.floor(Math.random() * 240) * MINUTE)
  const docNo = `E${Date.now()}`
  const table = [
    ['号牌号码', '违法时间', '违法行为', '违法地点', '记分', '罚款金额', '决定书编号'],
    [plate, at, '不按导向车道行驶', '延安高架', '2分', '100元', docNo],
    ['沪Z00000', at, '闯红灯', '世纪大道', '6', '200', ''],
  ]
  await open('/illegals', 'manager')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await tryTable(page, '12123.csv', table)
  await expect(page.getByRole('region', { name: '需要修改' }).getByRole('row').nth(1)).toContainText('车牌不在车队中')
  await page.getByRole('button', { name: '仅导入正确的 1 行' }).click()
  await expect(page.getByText('导入完成')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '查看违章' }).click()
  const found = await api.ask(violation.page, { keyword: orderNo })
  // The order may have others of the same act.
  const made = found.list.find(({ occurAt }) => formatDateTime(occurAt) === at)
  expect(made).toMatchObject({ plate, orderNo, act: '不按导向车道行驶', points: 2, fine: 10_000 })
})

test('a contract is filed, and stands among those that are', async ({ page, open, as }) => {
  const api = await as('manager')
  const before = await api.ask(violation.leases, { group: 'open' })
  expect(before.list.length).toBeGreaterThan(0)
  const { leaseId } = before.list[0]!
  await open('/leaseFiling', 'manager')
  await page.getByRole('button', { name: '已备案', exact: true }).first().click()
  await expect(page.getByText('已标记为已备案')).toBeVisible()
  const after = await api.ask(violation.leases, { group: 'open' })
  expect(after.list.some((one) => one.leaseId === leaseId)).toBe(false)
})
