import { type Fen, formatMoney } from '../../../money.ts'
import { normalisePlate } from '../../../platform/check/plate.ts'
import { type CellReading, plainCell, readAmount } from '../../../platform/table-import/cells.ts'
import { readDate } from '../../../platform/table-import/dates.ts'
import type { Places } from '../../../platform/table-import/layout.ts'
import type { PlanOf, RowIssue } from '../../../platform/table-import/plan.ts'
import { rowCells } from '../../../platform/table-import/row-cells.ts'
import type { LocalDate } from '../../../time.ts'
import { type CarSince, carOnDay } from '../../inventory/plate-days.ts'
import { type CostKind, costKinds, typedKinds } from '../codes.ts'
import { closedMonthText, entryProblem } from '../entry.ts'
import { type CostImportKey, costColumnTitle, costTable } from './columns.ts'

/* Reads and plans rows of a table of vehicle costs. It is pure: no file or database is read here. */

export interface CostRow {
  readonly plate: string
  readonly kind: CostKind
  readonly from: LocalDate
  readonly to: LocalDate
  readonly fen: Fen
  readonly taxFen: Fen
  readonly note: string
}

/** Result of reading one row; null for an empty line. `other`: a line with totals. */
export type ReadCost =
  | (CostRow & { readonly warnings: readonly RowIssue[] })
  | { readonly issues: readonly RowIssue[] }
  | { readonly other: string }
  | null

export const isSoundCost = (row: ReadCost): row is CostRow & { readonly warnings: readonly RowIssue[] } =>
  row !== null && 'plate' in row

/** Words of bills for kinds of costs. */
const words: readonly (readonly [RegExp, keyof typeof costKinds.code])[] = [
  [/保险|交强|商业险|保费/, 'insurance'],
  [/年检|年审|检测/, 'inspection'],
  [/保养|机油|轮胎/, 'maintenance'],
  [/维修|修理|钣金|喷漆|事故/, 'repair'],
  [/洗车|清洁|清洗|美容/, 'cleaning'],
  [/停车|车位/, 'parking'],
  [/充电|电费/, 'charging'],
  [/加油|油费|燃油|汽油|柴油/, 'fuel'],
  [/过路|过桥|高速|通行|ETC/i, 'toll'],
  [/调车|拖车|托运|板车/, 'move'],
  [/贷款|利息|月供|融资|租金/, 'finance'],
  [/购置|上牌|车购税/, 'purchase'],
  [/卖车|处置|残值/, 'sale'],
]

function readKind(text: string): CellReading<CostKind> {
  const plain = text.replace(/费用?$/, '')
  const same = typedKinds.find((kind) => [text, plain].includes(costKinds.text(kind).replace(/费用?$/, '')))
  const alike = words.find(([word]) => word.test(text))?.[1]
  const kind = same ?? typedKinds.find((one) => alike !== undefined && one === costKinds.code[alike])
  if (kind !== undefined) return { value: kind }
  return { problem: '费用类型无法识别', like: `应为${typedKinds.map(costKinds.text).join('、')}` }
}

/** Reads one row; every wrong cell is named. */
export function readCost(cells: readonly string[], places: Places<CostImportKey>): ReadCost {
  const filled = cells.map(plainCell).filter((cell) => cell !== '')
  if (filled.length === 0) return null
  const row = rowCells(costTable, cells, places)
  if (row.given('plate') === '' && filled.some((cell) => /^(合计|总计|小计|共计|汇总)/.test(cell)))
    return { other: '合计行' }
  const from = row.required('from', (text) => readDate(text, 'day'))
  const read = {
    plate: row.required('plate', (text) => ({ value: normalisePlate(text) })) ?? '',
    kind: row.required('kind', readKind) ?? costKinds.code.other,
    from: from ?? '',
    to: row.optional('to', (text) => readDate(text, 'end'), '按一天导入') ?? from ?? '',
    fen: row.required('fen', readAmount) ?? 0,
    taxFen: row.optional('tax', readAmount, '按0导入') ?? 0,
    note: row.words('note', 200) ?? '',
  }
  const problem = row.issues.length === 0 ? entryProblem(read) : null
  if (problem !== null) row.wrong(problem.field, problem.message)
  return row.issues.length > 0 ? { issues: row.issues } : { ...read, warnings: row.warnings }
}

/** An entry that exists, as far as a row may repeat it. */
export type KnownCost = Omit<CostRow, 'plate' | 'taxFen'> & { readonly vehicleId: string }

export interface CostCar extends CarSince {
  readonly id: string
}

export interface KnownCosts {
  /** Cars of the stores of the user, by plate: also the one that was disposed of before the next got its plate. */
  readonly cars: ReadonlyMap<string, readonly CostCar[]>
  readonly costs: readonly KnownCost[]
  /** The first day that is not closed; null: none was closed. */
  readonly openFrom: LocalDate | null
}

export type CostImportPlan = PlanOf<{ readonly row: CostRow; readonly vehicleId: string }, object>

const nameOf = (vehicleId: string, { kind, from, to, fen, note }: Omit<KnownCost, 'vehicleId'>): string =>
  JSON.stringify([vehicleId, kind, from, to, fen, plainCell(note)])

/** Plans the action for every row, in its order. Importing twice adds nothing the second time. */
export function planCosts(
  rows: readonly ReadCost[],
  { cars, costs, openFrom }: KnownCosts,
  { firstLine, from = 0, to }: { readonly firstLine: number; readonly from?: number; readonly to?: number },
): CostImportPlan[] {
  const known = new Set(costs.map((one) => nameOf(one.vehicleId, one)))
  const firsts = new Map<string, number>()
  return rows
    .map((row, index): CostImportPlan => {
      if (row === null) return { action: 'none' }
      if ('other' in row) return { action: 'skip', reason: row.other }
      if (!isSoundCost(row)) return { action: 'fail', issues: row.issues }
      const vehicleId = carOnDay(cars.get(row.plate) ?? [], row.from)?.id
      const failed = (key: CostImportKey, value: string, reason: string): CostImportPlan => ({
        action: 'fail',
        issues: [{ column: costColumnTitle(key), value, reason }],
      })
      if (vehicleId === undefined) return failed('plate', row.plate, '车牌不在车队中')
      if (openFrom !== null && row.from < openFrom) return failed('from', row.from, closedMonthText(openFrom))
      const name = nameOf(vehicleId, row)
      const first = firsts.get(name)
      if (first !== undefined) return { action: 'skip', reason: `与第${firstLine + first}行重复` }
      firsts.set(name, index)
      if (known.has(name)) return { action: 'skip', reason: '已有相同的费用' }
      const { warnings, ...cost } = row
      return {
        action: 'create',
        row: cost,
        vehicleId,
        warnings,
        note: `${costKinds.text(row.kind)} ${formatMoney(row.fen)}`,
      }
    })
    .slice(from, to)
}
