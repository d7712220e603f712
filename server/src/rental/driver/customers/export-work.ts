import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { verifyStatuses } from '@cheyi/domain/rental/driver/codes'
import { customerColumns } from '@cheyi/domain/rental/driver/columns'
import { formatLocal, localDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../../kernel/context.ts'
import { screen } from '../../../kernel/screen.ts'
import { type Cells, enqueueExport, listExport } from '../../../platform/job/actions.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { knownStore } from '../../../platform/store/actions.ts'
import { openFile } from '../person-file.ts'
import * as people from '../store-person.ts'
import { requireProof } from '../whole.ts'
import { type Customer, customers } from './handlers.ts'

type Filter = Omit<ParsedOf<(typeof contract.driver)['exportCustomers']>, 'whole'>

const cells: Cells<keyof typeof customerColumns, Customer> = {
  name: [14, (row) => row.name],
  phone: [16, (row) => row.phone],
  tags: [20, (row) => [...(row.blacklist ? ['黑名单'] : []), ...row.tags].join('、')],
  orders: [10, (row) => ({ count: row.orders })],
  spent: [14, (row) => row.spent / 100],
  owed: [12, (row) => row.owed / 100],
  last: [17, (row) => (row.lastAt === null ? '' : formatLocal(row.lastAt, 'YYYY-MM-DD HH:mm'))],
  verified: [10, (row) => verifyStatuses.text(row.verifyStatus)],
}

const table = { title: '客户', unit: '位', titles: customerColumns, cells } as const

/** The list as a table, with masked numbers. */
const masked = listExport<Filter, Customer, keyof typeof customerColumns>({
  ...table,
  kind: 'customersExport',
  key: 'person.view',
  page: customers,
})

/** The list with full phone numbers. */
const whole = listExport<Filter, Customer, keyof typeof customerColumns>({
  ...table,
  kind: 'customerNumbersExport',
  key: 'order.export',
  whole: true,
  async page(ask, ctx) {
    ctx.require('person.view')
    const page = await customers(ask, ctx)
    const rows = await people.byIds(
      ctx.db,
      page.list.map(({ personId }) => personId),
    )
    const phones = new Map(rows.map((row) => [row.id, openFile(ctx.vault, row).phone]))
    return { ...page, list: page.list.map((row) => ({ ...row, phone: phones.get(row.personId)! })) }
  },
})

export const customerExports = [masked, whole] as const

/** @throws Refusal notFound (-4) for an unknown store, tooFrequent (-7); for full numbers forbidden (-3), proofNeeded (1007) */
export const exportCustomers: HandlerOf<'driver', 'exportCustomers'> = async (
  { whole: full = false, ...filter },
  ctx,
) => {
  if (filter.storeId !== undefined) await knownStore(ctx, filter.storeId)
  if (!full) return enqueueExport(ctx, masked, filter)
  ctx.require('order.export')
  if (ctx.identity.scope !== 'all') throw new Refusal('forbidden')
  await requireProof(ctx)
  ctx.afterCommit(() => ctx.asSystem(async (system) => tell({ ...system, identity: ctx.identity })))
  return enqueueExport(ctx, whole, filter)
}

/** Those who manage employees learn of each day on which somebody took the numbers along. */
const tell = (ctx: Context): void =>
  notify(ctx, {
    type: notifyType.security,
    level: notifyLevel.urgent,
    ref: `account/${ctx.identity.accountId}/customers/${localDate(ctx.now)}`,
    once: true,
    title: `${ctx.identity.name}导出了客户的完整手机号`,
    body: '如非工作所需，请停用该账号或收回导出权限；导出已记入操作日志',
    link: screen('account.detail', { id: ctx.identity.accountId }),
    to: { key: 'account.edit' },
  })
