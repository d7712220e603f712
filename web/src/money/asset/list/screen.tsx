import { percent } from '@cheyi/domain/money'
import { assetStates } from '@cheyi/domain/money/asset/codes'
import { assetColumns as titles } from '@cheyi/domain/money/asset/columns'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { addMonths, localDate } from '@cheyi/domain/time'
import { ask, calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, type MenuAct, pick } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { refresh } from '../../../page/page.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Note } from '../../../ui/layout.tsx'
import { type Asset, assetTones } from '../parts/asset-words.ts'
import { assetScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.asset.page>

const columns: readonly ListColumn<Asset, keyof typeof titles>[] = [
  {
    key: 'plate',
    title: titles.plate,
    kind: 'text',
    width: 100,
    card: 'title',
    of: ({ plate }) => displayPlate(plate),
  },
  {
    key: 'state',
    title: titles.state,
    kind: 'tag',
    width: 128,
    of: ({ state }) => [{ text: assetStates.text(state), tone: assetTones[state] }],
  },
  { key: 'model', title: titles.model, kind: 'text', width: 110, of: ({ modelName }) => modelName },
  {
    key: 'store',
    title: titles.store,
    kind: 'text',
    width: 120,
    card: 'none',
    extra: true,
    of: ({ storeName }) => storeName,
  },
  { key: 'boughtOn', title: titles.boughtOn, kind: 'text', width: 96, card: 'none', of: ({ boughtOn }) => boughtOn },
  { key: 'cost', title: titles.cost, kind: 'money', width: 124, card: 'meta', named: true, of: ({ cost }) => cost },
  {
    key: 'life',
    title: titles.life,
    kind: 'text',
    width: 84,
    card: 'none',
    of: ({ lifeMonths }) => (lifeMonths === 0 ? '' : `${lifeMonths}个月`),
  },
  {
    key: 'residual',
    title: titles.residual,
    kind: 'money',
    card: 'none',
    extra: true,
    of: ({ residual, lifeMonths }) => (lifeMonths === 0 ? null : residual),
  },
  {
    key: 'residualRate',
    title: titles.residualRate,
    kind: 'text',
    width: 72,
    card: 'none',
    of: ({ residualBp, lifeMonths }) => (lifeMonths === 0 ? '' : percent(residualBp)),
  },
  {
    key: 'method',
    title: titles.method,
    kind: 'text',
    width: 96,
    card: 'none',
    extra: true,
    of: ({ lifeMonths }) => (lifeMonths === 0 ? '' : '年限平均法'),
  },
  { key: 'month', title: titles.month, kind: 'money', card: 'meta', named: true, of: ({ monthly }) => monthly },
  {
    key: 'depreciated',
    title: titles.depreciated,
    kind: 'money',
    card: 'meta',
    named: true,
    of: ({ depreciated }) => depreciated,
  },
  { key: 'net', title: titles.net, kind: 'money', width: 124, card: 'end', of: ({ net }) => net },
  {
    key: 'disposedOn',
    title: titles.disposedOn,
    kind: 'text',
    width: 96,
    named: true,
    extra: true,
    of: ({ disposedOn }) => disposedOn,
  },
  { key: 'proceeds', title: titles.proceeds, kind: 'money', card: 'none', extra: true, of: ({ proceeds }) => proceeds },
  { key: 'gain', title: titles.gain, kind: 'money', card: 'meta', named: true, of: ({ gain }) => gain },
]

/** Months at whose end the assets may be listed. */
const MONTHS = 24

function useMonths() {
  const month = `${localDate(useNow()).slice(0, 7)}-01`
  return Array.from({ length: MONTHS }, (_, ago) => addMonths(month, -ago - 1).slice(0, 7)).map((value) => ({
    value,
    label: `${value} 月末`,
  }))
}

/** Cars of the merchant as fixed assets at the end of a month. */
export default listPage(assetScreens.list, {
  call: calls.asset.page,
  noun: '固定资产',
  search: '车牌号',
  filters: [pick('month', '月份', '本月末', useMonths), chips('state', '状态', assetStates)],
  keyOf: ({ vehicleId }) => vehicleId,
  columns,
  unit: '辆',
  totals: ({ sums }) => ({
    cost: sums?.cost ?? null,
    month: sums?.monthly ?? null,
    depreciated: sums?.depreciated ?? null,
    net: sums?.net ?? null,
  }),
  Head,
  useMenu: useActs,
  useExport: exporting(calls.asset.exportAll, '导出固定资产清单'),
  link: (_, { vehicleId }) => ({ onClick: () => go(assetScreens.car, { vehicleId }) }),
  empty: { note: '自有和融资租赁的车辆是固定资产，购置价在车辆档案中填写' },
})

function Head({ first: { posted, month } }: { readonly first: Page }) {
  return (
    <Note pad={[8, 16]}>
      {posted
        ? `截至 ${month} 月末。折旧、租金、贷款和处置在月结时记入账簿`
        : `截至 ${month} 月末。折旧、租金、贷款和处置未记入账簿，可在「成本记账设置」中开启`}
    </Note>
  )
}

const settings = () => ask(calls.asset.settings, {})

function useActs(): readonly MenuAct[] | undefined {
  const may = useMayWhole('finance.reconcile')
  const setting = useRead(calls.asset.settings, {}).data
  if (!may) return []
  if (setting === undefined) return undefined
  return [
    {
      label: '成本记账设置',
      run: async () => {
        if (await open(() => import('../parts/setting-sheet.tsx'), { setting })) await refresh(settings())
      },
    },
  ]
}
