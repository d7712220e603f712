import { order } from '@cheyi/contract/booking/order'
import { deposit } from '@cheyi/contract/money/deposit'
import { supplement } from '@cheyi/contract/money/supplement'
import { toll } from '@cheyi/contract/rental/toll'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { supplementStatus } from '@cheyi/domain/money/supplement/codes'
import { formatDateTime, HOUR, MINUTE } from '@cheyi/domain/time'
import { tryTable } from './setup/tables.ts'
import { expect, test } from './setup/test.ts'

/* The bill of an ETC card, from its file to the supplement of its customer. */

test('a bill is imported, finds its customer, and is charged as one supplement that the deposit pays', async ({
  page,
  open,
  as,
}) => {
  test.setTimeout(240_000)
  const api = await as('manager')
  const { list } = await api.ask(order.list, {
    orderKind: orderKind.short,
    status: [orderStatus.pickedUp],
    pageSize: 60,
  })
  const due = new Set((await api.ask(toll.due, { pageSize: 100 })).list.map(({ orderId }) => orderId))
  const out = []
  for (const { orderId } of list) {
    if (due.has(orderId)) continue
    const { actualPickupAt: from, vehicle, orderNo } = await api.ask(order.detail, { orderId })
    if (from === null || vehicle === null || Date.now() - from < 6 * HOUR) continue
    const { rows } = await api.ask(deposit.detail, { orderId })
    if (
      rows.some(({ kind, holds, available }) => kind === depositKind.rental && holds.length === 0 && available > 4750)
    )
      out.push({ orderId, plate: vehicle.plate, from, orderNo })
    if (out.length === 1) break
  }
  const { orderId, plate, from, orderNo } = out[0]!
  const no = Date.now()
  const passage = (n: number, fen: string) => [
    `${plate.slice(0, 2)}·${plate.slice(2)}`,
    formatDateTime(from + HOUR + n * 40 * MINUTE),
    '江桥',
    '苏州新区',
    fen,
    `E${no}${n}`,
  ]
  const table = [
    ['某某高速电子收费月结单', '', '', '', '', ''],
    ['车牌号码', '通行时间', '入口站', '出口站', '交易金额', '交易流水号'],
    passage(1, '35.00'),
    passage(2, '12.50'),
    // The provider took this passage back: the customer is not asked for it.
    passage(3, '8.00'),
    passage(3, '-8.00'),
    ['沪Z00000', formatDateTime(from + HOUR), '江桥', '昆山', '9', `E${no}9`],
    ['合计', '', '', '', '56.50', ''],
  ]
  await open('/tolls', 'manager')
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: '导入账单' }).click()
  await tryTable(page, 'ETC.csv', table)
  await expect(page.getByRole('region', { name: '需要修改' }).getByRole('row').nth(1)).toContainText('车牌不在车队中')
  await page.getByRole('button', { name: '仅导入正确的 4 行' }).click()
  await expect(page.getByText('导入完成')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '查看账单' }).click()

  await open(`/tolls?keyword=${orderNo}`, 'manager')
  await page.getByRole('button', { name: '过路费' }).first().click()
  const line = page.getByRole('dialog', { name: /过路费/ })
  await expect(line).toContainText('江桥 → 苏州新区')
  await page.keyboard.press('Escape')

  await open('/tolls/charge', 'manager')
  const card = page.locator('.record-card').filter({ hasText: orderNo })
  await expect(card).toContainText('过路费2笔')
  await card.getByRole('button', { name: '收取' }).click()
  const sheet = page.getByRole('dialog', { name: /1 单 2 笔/ })
  await sheet.getByText('只生成补款').click()
  await expect(sheet).toContainText('从押金扣¥47.50 · 1 单')
  await expect(sheet).toContainText('补款无')
  await sheet.getByRole('button', { name: '收取 ¥47.50' }).click()
  await expect(page.getByText('1 单已完成')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '完成' }).click()
  await expect(card).toHaveCount(0)
  const charged = await api.ask(supplement.list, { orderId })
  expect(charged[0]).toMatchObject({ amount: 4750, remark: '过路费2笔', due: 0, status: supplementStatus.paid })
  const { list: lines } = await api.ask(toll.page, { orderId, group: 'paid' })
  expect(lines).toHaveLength(2)
})
