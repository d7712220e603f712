import { agreement } from '@cheyi/contract/agreement'
import { instalment } from '@cheyi/contract/instalment'
import { order } from '@cheyi/contract/order'
import { orderKind, orderStatus } from '@cheyi/domain/order/codes'
import { test } from './setup/test.ts'

const wide = { width: 1280, height: 900 }
test('look', async ({ page, open, as }) => {
  test.setTimeout(200_000)
  const api = await as()
  const { list } = await api.ask(order.list, { orderKind: orderKind.long })
  const plans = await Promise.all(list.map(async (o) => ({ ...o, ...(await api.ask(instalment.list, { orderId: o.orderId })) })))
  for (const p of plans) console.log(p.orderId, p.status, p.contactName, JSON.stringify(p.sums), p.terminated && JSON.stringify(p.terminated), p.term.endDate)
  const out = plans.filter((p) => p.status === orderStatus.pickedUp)
  const late = out.find((p) => p.sums.lateFees > 0) ?? out[0]!
  const ended = out.find((p) => p.terminated) ?? out[0]!
  const booked = plans.find((p) => p.status === orderStatus.confirmed || p.status === orderStatus.arranged)
  const shot = async (name: string, address: string, act?: () => Promise<void>) => {
    for (const [size, vp] of [['s', { width: 375, height: 812 }], ['b', wide]] as const) {
      await page.setViewportSize(vp)
      await open(address)
      await page.waitForTimeout(1500)
      if (act) await act().catch((e) => console.log(name, String(e).slice(0, 300)))
      await page.screenshot({ path: `/tmp/l5-${name}-${size}.png`, fullPage: false })
    }
  }
  await shot('detail', `/long-order/detail?orderId=${late.orderId}`)
  await shot('plan', `/long-order/instalment-list?orderId=${late.orderId}`)
  await shot('ended', `/long-order/instalment-list?orderId=${ended.orderId}`)
  await shot('withdraw', `/long-order/instalment-list?orderId=${ended.orderId}`, async () => {
    await page.getByRole('button', { name: '撤销提前退租' }).click({ timeout: 4000 })
    await page.waitForTimeout(700)
  })
  if (booked)
    await shot('mend', `/long-order/detail?orderId=${booked.orderId}`, async () => {
      await page.getByRole('button', { name: '更多' }).click({ timeout: 4000 })
      await page.getByText('改单', { exact: true }).click({ timeout: 4000 })
      await page.waitForTimeout(1200)
    })
  await shot('list', '/long-order')
  await shot('companies', '/finance/company')
  const { list: payers } = await api.ask(instalment.companies, {})
  await shot('company', `/finance/company/bill?payer=${encodeURIComponent(payers[0]?.payer ?? '')}`)
  void agreement
})
