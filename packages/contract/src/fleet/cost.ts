import { costKinds, costSources, plannedKinds, typedKinds } from '@cheyi/domain/fleet/cost/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  balance,
  code,
  cursorPaging,
  date,
  fen,
  id,
  int,
  maybe,
  mediaIds,
  orElse,
  text,
  Version,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { importCallsOf } from '../platform/job.ts'
import { MediaView } from '../platform/media.ts'

/**
 * 车辆费用: what vehicles cost. Management figures beside the ledger: the ledger holds money between the merchant, its customers and its
 * channels, and a voucher of a garage is no posting of it. A month that is closed there is closed here as well.
 */

const mayRead = ['inventory.edit', 'ticket.cost', 'data'] as const
const mayWrite = ['inventory.edit', 'ticket.cost'] as const
const mayImport = ['ticket.cost'] as const

const imports = importCallsOf({
  path: '/api/vehicle/v1/cost/import',
  noun: '车辆费用',
  permission: mayImport,
  refreshes: ['profit'],
})

const Entry = z.object({
  costId: out.id,
  kind: out.code(costKinds),
  /** Both inclusive; the same day for a cost of one day. */
  from: out.date,
  to: out.date,
  /** Fen with tax, of the whole period; negative: money back. */
  fen: out.fen,
  taxFen: out.fen,
  /** What of it counts in the requested months. */
  share: out.fen,
  note: z.string(),
  vouchers: z.array(MediaView),
  source: out.code(costSources),
  /** The ticket, violation, policy, insurance case or statement of an owner that it comes from; null without one. */
  refId: out.id.nullable(),
  ticketKind: z.number().int().nullable(),
  /** It can be voided here: no month of it is closed, and it follows no ticket, violation, policy or plan. */
  voidable: z.boolean(),
  createdAt: out.time,
  createdByName: z.string(),
  version: out.count,
})

export const cost = {
  page: read({
    path: '/api/vehicle/v1/cost/page',
    summary: '车辆费用',
    permission: mayRead,
    input: z.object({
      vehicleId: id('车辆'),
      /** Months by any of their days; missing: from the first cost to the running month. */
      from: maybe(date('开始月份')),
      to: maybe(date('结束月份')),
      kind: maybe(code(costKinds, '费用类型')),
      ...cursorPaging(),
    }),
    /** The latest first. */
    output: z.object({
      ...out.pageOf(Entry),
      /** By kind, largest first: the parts of these months; with the first page only. */
      sums: z.array(z.object({ kind: out.code(costKinds), fen: out.fen })).nullable(),
    }),
  }),
  plans: read({
    path: '/api/vehicle/v1/cost/plans',
    summary: '每月费用与折旧',
    permission: mayRead,
    input: z.object({ vehicleId: id('车辆') }),
    output: z.object({
      plate: z.string(),
      purchaseOn: out.date.nullable(),
      purchaseFen: out.fen.nullable(),
      /** The first day of the months that are not closed; null: none was closed. */
      openFrom: out.date.nullable(),
      /** Price less depreciation, at the end of the running month; null without a price. */
      bookValue: out.fen.nullable(),
      /** Newest first. */
      list: z.array(
        z.object({
          planId: out.id,
          kind: out.code(costKinds),
          firstMonth: out.date,
          months: out.count,
          totalFen: out.fen,
          note: z.string(),
          /** The first month without it, when it was ended early. */
          endedMonth: out.date.nullable(),
          version: out.count,
        }),
      ),
    }),
  }),
  add: write({
    operators: false,
    path: '/api/vehicle/v1/cost/add',
    summary: '登记车辆费用',
    permission: mayWrite,
    input: z.object({
      vehicleId: id('车辆'),
      kind: code(typedKinds, '费用类型'),
      from: date('日期'),
      /** The last day of a period; missing: a cost of one day. */
      to: maybe(date('结束日期')),
      fen: balance('金额'),
      taxFen: orElse(fen('税额'), 0),
      note: orElse(text(0, 200, '备注'), ''),
      mediaIds: orElse(mediaIds('凭证', 6), []),
    }),
    output: z.object({ costId: out.id }),
    refreshes: ['profit'],
  }),
  cancel: write({
    operators: false,
    path: '/api/vehicle/v1/cost/cancel',
    summary: '作废车辆费用',
    permission: mayWrite,
    repeat: 'version',
    input: z.object({ costId: id('费用'), version: Version, reason: text(1, 200, '原因') }),
    refreshes: ['profit'],
  }),
  planAdd: write({
    operators: false,
    path: '/api/vehicle/v1/cost/plan/add',
    summary: '添加每月费用或折旧',
    permission: mayWrite,
    input: z.object({
      vehicleId: id('车辆'),
      kind: code(plannedKinds, '费用类型'),
      /** Any day of its first month. */
      from: date('开始月份'),
      months: int(1, 240, '月数'),
      /** Of each month. Of depreciation: the residual value, which may be 0. */
      fen: fen('金额'),
      note: orElse(text(0, 200, '备注'), ''),
    }),
    /** Months that are closed get no cost. */
    output: z.object({ planId: out.id, closedMonths: out.count }),
    refreshes: ['profit'],
  }),
  planEnd: write({
    operators: false,
    path: '/api/vehicle/v1/cost/plan/end',
    summary: '停止每月费用或折旧',
    permission: mayWrite,
    repeat: 'version',
    input: z.object({
      planId: id('计划'),
      version: Version,
      /** Any day of the first month that it no longer counts in. */
      from: date('停止月份'),
    }),
    output: z.object({ version: out.count }),
    refreshes: ['profit'],
  }),
  importTemplate: imports.template,
  importCheck: imports.check,
  importConfirm: imports.confirm,
}
