import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { orderColumns } from '@cheyi/domain/booking/order/columns'
import { vehicleColumns } from '@cheyi/domain/fleet/inventory/columns'
import { ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import { ticketColumns } from '@cheyi/domain/fleet/ticket/columns'
import { cashColumns } from '@cheyi/domain/insight/cash-ahead/columns'
import { bridgeColumns } from '@cheyi/domain/insight/data/bridge'
import { assetColumns } from '@cheyi/domain/money/asset/columns'
import { debtColumns } from '@cheyi/domain/money/debt/columns'
import { invoiceColumns } from '@cheyi/domain/money/invoice/columns'
import { billColumns } from '@cheyi/domain/money/payable/columns'
import { flowColumns, heldColumns, voucherColumns } from '@cheyi/domain/money/payment/columns'
import { inputColumns } from '@cheyi/domain/money/tax/columns'
import { menuOf } from '@cheyi/domain/permission'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { customerColumns } from '@cheyi/domain/rental/driver/columns'
import { leaseColumns, violationColumns } from '@cheyi/domain/rental/violation/columns'
import { HOUR } from '@cheyi/domain/time'
import { expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { bulk } from '../../bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { book } from '../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { listExport } from './list-export.ts'
import { workOff } from './runner.ts'
import type { Run } from './work.ts'

/* The file of a list has the columns that were chosen for its table. */

const { job, ticket, driver } = contract

// The table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

sharedMerchant()

/** Every list whose columns are chosen, with their titles and what its export needs besides. */
const lists: Readonly<Record<string, readonly [titles: Readonly<Record<string, string>>, input?: object]>> = {
  'order.exportList': [orderColumns],
  'inventory.exportFleet': [vehicleColumns],
  'violation.exportList': [violationColumns],
  'violation.exportLeases': [leaseColumns],
  'ticket.exportAll': [ticketColumns, { kind: ticketKind.maintenance }],
  'driver.exportCustomers': [customerColumns],
  'payment.flowExport': [flowColumns],
  'payment.heldExport': [heldColumns],
  'payment.entriesExport': [voucherColumns],
  'debt.agesExport': [debtColumns],
  'invoice.exportAll': [invoiceColumns],
  'payable.billsExport': [billColumns],
  'tax.inputExport': [inputColumns],
  'asset.exportAll': [assetColumns],
  'cashAhead.rowsExport': [cashColumns],
  'data.bridgeExport': [bridgeColumns, { month: '2026-10' }],
}

const exports: [string, Call][] = Object.entries(contract)
  .flatMap(([feature, rows]) =>
    Object.entries(rows).map(([name, call]: [string, Call]): [string, Call] => [`${feature}.${name}`, call]),
  )
  .filter(([, { input }]) => {
    const fields = Object.keys((input as z.ZodObject).shape)
    return fields.includes('columns') && fields.includes('format')
  })

async function linesOf(call: Call, input: object, token = w.tokens.owner): Promise<string[][]> {
  // More than five files an hour are refused.
  t.clock.advance(HOUR)
  const { jobId } = (await t.call(call as never, { ...input, format: 'csv' } as never, { token })) as { jobId: string }
  await workOff(t.jobs, bulk)
  const { state, resultUrl } = await t.call(job.detail, { jobId }, { token })
  expect(state).toBe(jobState.done)
  const { body } = await t.app.inject({ url: resultUrl! })
  return body
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

const lose = (key: Parameters<typeof menuOf>[0], name: string) =>
  t.root.query(
    `update role set menu_ids = array_remove(menu_ids, $2) where merchant_id = $1 and id in (select unnest(role_ids) from account where name = $3)`,
    [w.merchantId, menuOf(key).id, `测试${name}`],
  )

it.each(exports)(
  '%s has the chosen columns in the order of the choice, and refuses an unknown one',
  async (name, call) => {
    const [titles, input] = lists[name]!
    const keys = Object.keys(titles)
    const chosen = [...keys.slice(-2).toReversed(), keys[0]!]
    const [heading] = await linesOf(call, { ...input, columns: chosen })
    expect(heading).toEqual(chosen.map((key) => titles[key]))
    const refused = await t.send(call as never, { ...input, columns: [keys[0], 'secret'] } as never, {
      token: w.tokens.owner,
    })
    expect(refused).toMatchObject({
      errorCode: -2,
      message: '参数错误：导出的列不在可选范围内',
      data: { field: 'columns.1' },
    })
  },
)

it('says where it is cut, and how to get the rest', async () => {
  const all = 50_200
  const ends = (most: number) => {
    const files: string[] = []
    const run = {
      ...{ input: { format: 'csv' }, merchantId: w.merchantId, now: t.clock.now(), progress: async () => {} },
      media: { put: async (_: string, bytes: Buffer) => void files.push(bytes.toString()) },
      readStale: async (work: (ctx: Context) => unknown) => work({} as Context),
    } as unknown as Run<never, null>
    const { perform } = listExport<object, string, 'no'>({
      ...{
        kind: 'cutExport',
        key: 'order.export',
        title: '表',
        unit: '条',
        titles: { no: '编号' },
        cells: { no: [8, (no) => no] },
      },
      page: ({ cursor = '0' }) => {
        const from = Number(cursor)
        const list = Array.from({ length: Math.min(100, most - from) }, (_, n) => String(from + n))
        return { list, nextCursor: from + list.length < most ? String(from + list.length) : null, total: 10_000 }
      },
    })
    return perform(run).then(({ message }) => ({ message, lines: files[0]!.split('\r\n').length - 2 }))
  }
  expect(await ends(120)).toEqual({ message: '共120条', lines: 120 })
  expect(await ends(all)).toEqual({
    message: '只含前50000条，后面的没有导出，请缩小筛选范围分几次导出',
    lines: 50_000,
  })
})

it('has the cells below their headings', async () => {
  await book(t, w, { form: { contactName: '列一' } })
  const [heading, row] = await linesOf(contract.order.exportList, {
    keyword: '列一',
    columns: ['status', 'contactName'],
  })
  expect(heading).toEqual(['状态', '客户'])
  expect(row).toEqual(['已确认', '列一'])
})

it('shows nothing that its account may not see, whatever was chosen', async () => {
  const { ticketId } = await t.call(
    ticket.maintenanceCreate,
    { vehicleId: w.vehicles.lavida[0]!.id, type: 1, items: '更换机油' } as never,
    { token: w.tokens.owner },
  )
  const costs = [{ item: '机油', amount: 38_000, payer: 1 }]
  await t.call(ticket.maintenanceHandle, { ticketId, version: 1, action: 'cost', costs } as never, {
    token: w.tokens.owner,
  })
  const cost = { kind: ticketKind.maintenance, columns: ['cost'] }
  expect(await linesOf(ticket.exportAll, cost, w.tokens.fleet)).toEqual([['费用'], ['380.00']])
  await lose('ticket.cost', 'fleet')
  expect(await linesOf(ticket.exportAll, cost, w.tokens.fleet)).toEqual([['费用']])

  const phones = await linesOf(driver.exportCustomers, { columns: ['phone'] }, w.tokens.clerk)
  for (const [phone] of phones.slice(1)) expect(phone).toMatch(/\*{4}/)
  expect(await t.send(contract.order.exportList, { columns: ['phone'] }, { token: w.tokens.clerk })).toMatchObject({
    errorCode: -3,
  })
})
