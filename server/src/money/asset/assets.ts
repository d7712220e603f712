import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { monthOf } from '@cheyi/domain/fleet/cost/spread'
import { percent } from '@cheyi/domain/money'
import { assetAt, gainOf } from '@cheyi/domain/money/asset/asset'
import { assetStates, isGone } from '@cheyi/domain/money/asset/codes'
import { assetColumns } from '@cheyi/domain/money/asset/columns'
import { pick } from '@cheyi/domain/pick'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { cursorKeys, isFirstPage, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { type Cells, type Column, enqueueExport, listExport, sheetOf } from '../../platform/job/actions.ts'
import { loansOf, repaymentsOf } from './loan-store.ts'
import * as store from './store.ts'

type Calls = typeof contract.asset
type View = OutputOf<Calls['page']>['list'][number]

/** A car as it is at the end of a month; `month`: its first day. */
export function assetView(row: store.AssetRow, month: LocalDate): View {
  const { costFen, proceedsFen, taxFen, state } = row
  const at = assetAt(row, month)
  return {
    ...pick(row, 'vehicleId', 'plate', 'modelName', 'storeName', 'state', 'boughtOn', 'disposedOn'),
    cost: costFen,
    ...pick(at, 'lifeMonths', 'residualBp'),
    residual: at.residualFen,
    monthly: at.monthFen,
    depreciated: at.depreciatedFen,
    net: isGone(state) ? 0 : at.netFen,
    proceeds: proceedsFen,
    gain: proceedsFen === null ? null : gainOf({ proceedsFen, taxFen: taxFen ?? 0, netFen: at.netFen }),
  }
}

const sumOf = (views: readonly View[]) => (key: 'cost' | 'monthly' | 'depreciated' | 'net') =>
  views.reduce((sum, view) => sum + view[key], 0)

/** The cars of the merchant as assets at the end of a month. */
export const page: HandlerOf<'asset', 'page'> = async ({ month: asked, keyword, state, ...ask }, ctx) => {
  const month = asked === undefined ? monthOf(localDate(ctx.now)) : `${asked}-01`
  const filter = { keyword, state }
  const first = isFirstPage(ask)
  const after = cursorKeys(ask, 'id')?.[0] ?? null
  // Totals follow the rule of each car, so that the first page has read all of them.
  const rows = await store.assets(ctx, month, filter, { after, limit: first ? null : pageSize(ask) + 1 })
  const setting = await store.setting(ctx)
  const answer = await listAnswer(ask, {
    rows: Promise.resolve(rows.slice(0, pageSize(ask) + 1)),
    count: async () => rows.length,
    keys: ({ vehicleId }) => [vehicleId],
    view: (row) => assetView(row, month),
  })
  const views = first ? rows.map((row) => assetView(row, month)) : []
  const sumOfKept = sumOf(views.filter((view) => !isGone(view.state)))
  return {
    ...answer,
    month: month.slice(0, 7),
    sums: first
      ? {
          cost: sumOfKept('cost'),
          monthly: sumOf(views)('monthly'),
          depreciated: sumOfKept('depreciated'),
          net: sumOfKept('net'),
        }
      : null,
    posted: setting?.posted ?? false,
  }
}

const cells: Cells<keyof typeof assetColumns, View> = {
  plate: [12, ({ plate }) => plate],
  model: [24, ({ modelName }) => modelName],
  store: [16, ({ storeName }) => storeName],
  state: [14, ({ state }) => assetStates.text(state)],
  boughtOn: [12, ({ boughtOn }) => boughtOn ?? ''],
  cost: [14, ({ cost }) => cost / 100],
  life: [10, ({ lifeMonths }) => ({ count: lifeMonths })],
  residual: [14, ({ residual, lifeMonths }) => (lifeMonths === 0 ? '' : residual / 100)],
  residualRate: [10, ({ residualBp, lifeMonths }) => (lifeMonths === 0 ? '' : percent(residualBp))],
  method: [12, ({ lifeMonths }) => (lifeMonths === 0 ? '' : '年限平均法')],
  month: [14, ({ monthly }) => monthly / 100],
  depreciated: [14, ({ depreciated }) => depreciated / 100],
  net: [14, ({ net }) => net / 100],
  disposedOn: [12, ({ disposedOn }) => disposedOn ?? ''],
  proceeds: [14, ({ proceeds }) => (proceeds === null ? '' : proceeds / 100)],
  gain: [14, ({ gain }) => (gain === null ? '' : gain / 100)],
}

export const exportAssets = listExport<ParsedOf<Calls['exportAll']>, View, keyof typeof assetColumns>({
  kind: 'assetExport',
  key: 'data.money',
  whole: true,
  title: '固定资产清单',
  unit: '辆',
  titles: assetColumns,
  cells,
  page,
})

/** @throws Refusal tooFrequent (-7) */
export const exportAll: HandlerOf<'asset', 'exportAll'> = (filter, ctx) => enqueueExport(ctx, exportAssets, filter)

const columns = (Object.keys(assetColumns) as (keyof typeof assetColumns)[]).map(
  (key): Column<View> => [assetColumns[key], ...cells[key]],
)

/** The list of a month as a sheet of a workbook with others. @param month `YYYY-MM` */
export async function assetSheet(ctx: Context, month: string) {
  const first = `${month}-01`
  const rows = await store.assets(ctx, first, {}, { after: null, limit: null })
  return sheetOf(
    '固定资产清单',
    columns,
    rows.map((row) => assetView(row, first)),
  )
}

/** @throws Refusal notFound (-4) for a car that is no asset */
export const detail: HandlerOf<'asset', 'detail'> = async ({ vehicleId }, ctx) => {
  const month = monthOf(localDate(ctx.now))
  const [[row], posted, disposal, saleCosts, loans] = await Promise.all([
    store.assets(ctx, month, { vehicleId }, { after: null, limit: 1 }),
    store.postedOf(ctx, vehicleId),
    store.disposalOf(ctx, vehicleId),
    store.saleCosts(ctx, vehicleId),
    loansOf(ctx, vehicleId),
  ])
  const found = requireFound(row)
  const repayments = await repaymentsOf(
    ctx,
    loans.map(({ id }) => id),
  )
  const { netFen } = assetAt(found, month)
  return {
    asset: assetView(found, month),
    posted: posted.map((one) => ({
      month: one.month,
      cost: one.openingCostFen + one.costFen,
      opening: one.openingFen,
      depreciation: one.depreciationFen,
    })),
    disposal:
      disposal === undefined
        ? null
        : {
            disposalId: disposal.id,
            ...pick(disposal, 'disposedOn', 'buyer', 'taxKind', 'note', 'receivedOn', 'bookedOn'),
            ...pick(disposal, 'createdAt', 'createdByName', 'version'),
            proceeds: disposal.proceedsFen,
            tax: disposal.taxFen,
            net: disposal.costFen === null ? netFen : disposal.costFen - disposal.depreciatedFen!,
            gain: disposal.gainFen ?? gainOf({ ...disposal, netFen }),
          },
    saleCosts,
    loans: loans.map(({ id, principalFen, repaidFen, ...loan }) => ({
      loanId: id,
      ...pick(loan, 'lender', 'takenOn', 'bookedOn', 'version'),
      principal: principalFen,
      left: principalFen - repaidFen,
      repayments: repayments
        .filter(({ loanId }) => loanId === id)
        .map((one) => ({
          repaymentId: one.id,
          amount: one.fen,
          ...pick(one, 'paidOn', 'byName'),
          undone: one.undoneAt !== null,
        })),
    })),
  }
}
