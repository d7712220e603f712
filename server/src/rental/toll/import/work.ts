import { MAX_IMPORT_ROWS } from '@cheyi/domain/platform/table-import/layout'
import {
  type TollImportKey,
  tollImportColumns,
  tollImportHeading,
  tollTable,
} from '@cheyi/domain/rental/toll/import/columns'
import { type KnownTolls, planTolls, type TollPlan } from '@cheyi/domain/rental/toll/import/plan'
import { type ReadToll, readToll } from '@cheyi/domain/rental/toll/import/row'
import { tellOfRecords } from '../../../kernel/events.ts'
import { type Asked, tableImport, tableTemplate } from '../../../platform/table-import/actions.ts'
import { insertPlanned, loadReferences, lockRows } from './store.ts'

/** Imports bills of ETC cards, car parks and chargers. */
export const tollImport = tableImport<TollImportKey, Asked, ReadToll, object, KnownTolls, TollPlan>({
  kind: tollTable,
  noun: '过路停车充电账单',
  none: '任何账单行',
  jobs: { check: 'tollCheck', run: 'tollImport' },
  key: 'violation.handle',
  field: 'tollColumn',
  readRow: readToll,
  understand: () => ({}),
  known: loadReferences,
  plan: ({ rows, firstLine }, facts, _, { now: _now, ...piece }) => planTolls(rows, facts, { ...piece, firstLine }),
  lock: lockRows,
  async carryOut(ctx, plans) {
    await ctx.elevated(() =>
      insertPlanned(
        ctx,
        plans.flatMap((plan) => (plan.action === 'create' ? [plan] : [])),
      ),
    )
    tellOfRecords(ctx, 'toll.import')
  },
})

const notes = [
  '带 * 的列必填，车牌号和卡号至少填一个；每行一笔',
  `每次最多${MAX_IMPORT_ROWS}行，文件不超过10MB`,
  '类型：过路费、停车、充电；没有类型列时按其他列名判断',
  '时间须精确到分，如 2026-05-01 14:30；按车牌和时间自动匹配订单',
  '每笔都计入车辆费用，不要再用车辆费用导入同一账单',
  '退回的金额填负数：填写原流水号，或与原账单同车、同时间、同地点、同金额的，与原账单相抵，不再向客户收取',
  '同一服务商的同一流水号，或车牌、时间、金额、地点都相同的只导入一次；金额为0的跳过',
]

export const makeTollTemplate = tableTemplate({
  kind: 'tollTemplate',
  key: 'violation.handle',
  sheet: '账单',
  file: '过路停车充电账单导入模板.xlsx',
  heading: tollImportHeading,
  columns: tollImportColumns,
  notes,
})
