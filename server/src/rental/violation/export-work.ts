import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import {
  deductStates,
  handleWays,
  matchTypes,
  officialStates,
  violationStatuses,
} from '@cheyi/domain/rental/violation/codes'
import { type ViolationColumn, violationColumns } from '@cheyi/domain/rental/violation/columns'
import { fineText } from '@cheyi/domain/rental/violation/violation'
import { deadlineText, formatDateTime } from '@cheyi/domain/time'
import { type HandlerOf, requireFound } from '../../kernel/context.ts'
import { type Cells, enqueueExport, listExport } from '../../platform/job/actions.ts'
import { knownStore } from '../../platform/store/actions.ts'
import { listViolations, nameInFile } from './list.ts'
import * as store from './store.ts'

type Filter = ParsedOf<typeof contract.violation.exportList>
type Row = Awaited<ReturnType<typeof listViolations>>['list'][number]

const moment = (at: number | null): string => (at === null ? '' : formatDateTime(at))

const cells: Cells<ViolationColumn, Row> = {
  no: [18, (row) => row.no],
  plate: [11, (row) => displayPlate(row.plate)],
  model: [20, (row) => row.modelName ?? ''],
  occurAt: [17, (row) => moment(row.occurAt)],
  place: [28, (row) => row.place],
  act: [28, (row) => row.act],
  actCode: [8, (row) => row.actCode],
  points: [6, (row) => ({ count: row.points })],
  fine: [10, (row) => (row.fine === null ? fineText(null) : row.fine / 100)],
  status: [12, (row) => violationStatuses.text(row.status)],
  driver: [12, (row) => row.driverName ?? ''],
  order: [16, (row) => row.orderNo ?? ''],
  responsible: [10, (row) => (row.matchType === null ? '' : matchTypes.text(row.matchType))],
  way: [12, (row) => (row.handleWay === null ? '' : handleWays.text(row.handleWay))],
  deadline: [17, (row) => (row.deadlineAt === null ? '' : deadlineText(row.deadlineAt, 'YYYY-MM-DD'))],
  official: [14, (row) => officialStates.text(row.officialState)],
  payable: [10, (row) => (row.payable === null ? '' : row.payable / 100)],
  collected: [10, (row) => (row.payable === null ? '' : deductStates.text(row.deductState))],
  createdAt: [17, (row) => moment(row.createdAt)],
}

/** The filtered violations as a table with the chosen columns, in the order of the list. */
export const exportViolations = listExport<Filter, Row, ViolationColumn>({
  kind: 'violationExport',
  key: 'violation.list',
  title: '违章',
  unit: '条',
  titles: violationColumns,
  cells,
  page: (input, ctx) => listViolations(input, ctx, nameInFile),
})

/** @throws Refusal notFound (-4) for a store not visible to the account or an unknown car, tooFrequent (-7) */
export const exportList: HandlerOf<'violation', 'exportList'> = async (filter, ctx) => {
  if (filter.storeId !== undefined) await knownStore(ctx, filter.storeId)
  const { vehicleId } = filter
  if (vehicleId !== undefined) requireFound(await ctx.elevated(() => store.vehicleById(ctx, vehicleId)))
  return enqueueExport(ctx, exportViolations, filter)
}
