import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { readTables } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { book } from '../../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { insertOrder } from '../../../testing/world/orders.ts'

const { order, job } = contract

// The table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

sharedMerchant()

it('orders of a filter become a table of all its pages, phones masked, amounts to count with', async () => {
  const now = t.clock.now()
  for (let n = 0; n < 130; n++)
    await insertOrder(t, w, {
      status: orderStatus.confirmed,
      pickupAt: now + (n + 1) * HOUR,
      returnAt: now + (n + 1) * HOUR + DAY,
      contactName: `客户${n}`,
      totalFen: 12_345,
      owedFen: 12_345,
    })
  await insertOrder(t, w, { status: orderStatus.cancelled, contactName: '不在其中' })
  const manager = { token: w.tokens.manager }
  const { jobId } = await t.call(order.exportList, { status: [orderStatus.confirmed], keyword: '' }, manager)
  await workOff(t.jobs, bulk)
  const answer = await t.call(job.detail, { jobId }, manager)
  expect(answer).toMatchObject({ state: jobState.done, message: '共130单' })

  const { rawPayload } = await t.app.inject({ url: answer.resultUrl! })
  const [sheet] = await readTables(rawPayload, '.xlsx', 1000)
  const [heading, ...rows] = sheet!.rows
  const column = (title: string) => rows.map((row) => row[heading!.indexOf(title)])
  expect(rows).toHaveLength(130)
  expect(new Set(column('客户')).size).toBe(130)
  expect(column('客户')).not.toContain('不在其中')
  expect(new Set(column('订单总额'))).toEqual(new Set(['123.45']))
  for (const phone of column('手机号')) expect(phone).toMatch(/\*{4}/)
})

it('has the columns that were chosen, in the order of the choice; texts that need it are quoted in CSV', async () => {
  await insertOrder(t, w, { status: orderStatus.cancelled, contactName: '要,"引"', owedFen: 100_000 })
  const manager = { token: w.tokens.manager }
  const { jobId } = await t.call(
    order.exportList,
    { keyword: '要,', columns: ['total', 'contactName'], format: 'csv' },
    manager,
  )
  await workOff(t.jobs, bulk)
  const { resultUrl } = await t.call(job.detail, { jobId }, manager)
  const { body } = await t.app.inject({ url: resultUrl! })
  expect(body).toBe('\uFEFF订单总额,客户\r\n1000.00,"要,""引"""\r\n')
})

it('says what each sum is made of, what came and went, and how it was paid', async () => {
  const manager = { token: w.tokens.manager }
  const { orderId, total } = await book(t, w, { form: { contactName: '看账' } })
  const paid = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash } as const
  await t.call(contract.payment.collect, paid, manager)
  const { jobId } = await t.call(
    order.exportList,
    {
      keyword: '看账',
      columns: ['total', 'rent', 'services', 'reductions', 'penalty', 'others', 'paid', 'payWays'],
      format: 'csv',
    },
    manager,
  )
  await workOff(t.jobs, bulk)
  const { resultUrl } = await t.call(job.detail, { jobId }, manager)
  const { body } = await t.app.inject({ url: resultUrl! })
  const [heading, line] = body.trim().split('\r\n')
  expect(heading).toBe('订单总额,租金,服务费,优惠减免,违约金,其他费用,已收,收款方式')
  const [sum, ...parts] = line!.split(',')
  expect(Number(sum)).toBe(total / 100)
  expect(parts.slice(0, 5).reduce((all, part) => all + Number(part), 0)).toBeCloseTo(total / 100, 2)
  expect(Number(parts[0])).toBeGreaterThan(0)
  expect(parts.slice(5)).toEqual([sum, '现金'])
})

it('is for who holds its key', async () => {
  expect(await t.send(order.exportList, {}, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
})

it('is had five times an hour, asked for at once as in turn', async () => {
  const asked = Array.from({ length: 12 }, () => t.send(order.exportList, {}, { token: w.tokens.owner }))
  const codes = (await Promise.all(asked)).map(({ errorCode }) => errorCode)
  expect(codes.toSorted((a, b) => a - b)).toEqual([...Array(7).fill(-7), ...Array(5).fill(0)])
})
