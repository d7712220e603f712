import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { sources } from '@cheyi/domain/booking/order/codes'
import { type FigureKey, figureOf, figureText } from '@cheyi/domain/insight/data/figures'
import type { Context } from '../../kernel/context.ts'
import type { Cell } from '../../outside/table/tables.ts'
import { listExport } from '../../platform/job/actions.ts'
import { mixOf, overviewOf, rankOf, trendOf } from './figures.ts'

type Filter = ParsedOf<(typeof contract.data)['exportFigures']>

/** A row of the table: its name, and a value for each heading. */
interface Line {
  readonly name: string
  readonly cells: readonly (Cell | null)[]
}

const headings: Readonly<
  Record<Filter['of'], { readonly first: string; readonly all: readonly string[]; readonly money: readonly string[] }>
> = {
  figures: { first: '指标', all: ['本期', '上期', '去年同期'], money: [] },
  store: { first: '门店', all: ['出租率%', '下单数'], money: ['营业收入（含税）', '日均租金', '每车日均收入'] },
  model: { first: '车型', all: ['出租率%', '下单数'], money: ['营业收入（含税）', '日均租金', '每车日均收入'] },
  source: { first: '来源', all: ['下单数'], money: ['营业收入（含税）'] },
  day: { first: '日期', all: ['出租率%', '下单数'], money: ['营业收入（含税）'] },
}

const MOST_CELLS = Math.max(...Object.values(headings).map(({ all, money }) => all.length + money.length))

const hundredth = (value: number | null) => (value === null ? null : value / 100)

const figureCell = (key: FigureKey, value: number | null): Cell | null => {
  const { unit } = figureOf(key)
  if (value === null) return null
  return unit === 'fen' ? value / 100 : unit === 'count' ? { count: value } : figureText(unit, value)
}

async function linesOf(ctx: Context, filter: Filter): Promise<Line[]> {
  const money = ctx.can('data.money')
  switch (filter.of) {
    case 'figures': {
      const { figures } = await overviewOf(ctx, filter)
      return figures.map(({ key, value, previous, lastYear }) => ({
        name: `${figureOf(key).label}${figureOf(key).unit === 'fen' ? '（元）' : ''}`,
        cells: [value, previous, lastYear].map((one) => figureCell(key, one)),
      }))
    }
    case 'store':
    case 'model': {
      const { list: rows } = await rankOf(ctx, filter, filter.of)
      return rows.map(({ name, revenue, adr, revpac, utilisation, created }) => ({
        name,
        cells: [hundredth(utilisation), { count: created }, ...(money ? [revenue, adr, revpac].map(hundredth) : [])],
      }))
    }
    case 'source': {
      const { sources: parts } = await mixOf(ctx, filter)
      return parts.map(({ key, created, revenue }) => ({
        name: sources.text(key),
        cells: [{ count: created }, ...(money ? [hundredth(revenue)] : [])],
      }))
    }
    case 'day': {
      const { days } = await trendOf(ctx, filter)
      return days.map(({ day, created, utilisation, revenue }) => ({
        name: day,
        cells: [hundredth(utilisation), { count: created }, ...(money ? [hundredth(revenue)] : [])],
      }))
    }
  }
}

/** The content of a tab of the page as a table; amounts in yuan, for accounts that may see them. */
export const exportData = listExport<Filter, Line, string>({
  kind: 'dataExport',
  key: 'data.export',
  title: '经营数据',
  unit: '行',
  async titles({ input, read }) {
    const { first, all, money } = headings[input.of]
    const shown = (await read(async (ctx) => ctx.can('data.money'))) ? [...all, ...money] : all
    return { name: first, ...Object.fromEntries(shown.map((heading, index) => [`cell${index}`, heading])) }
  },
  cells: {
    name: [22, ({ name }) => name],
    ...Object.fromEntries(
      Array.from({ length: MOST_CELLS }, (_, index) => [`cell${index}`, [16, ({ cells }: Line) => cells[index] ?? '']]),
    ),
  },
  async page(filter, ctx) {
    const list = await linesOf(ctx, filter)
    return { list, nextCursor: null, total: list.length }
  },
})
