import { inputKinds, inputStates } from '@cheyi/domain/money/tax/codes'
import { inputColumns as titles } from '@cheyi/domain/money/tax/columns'
import { isWaitingInput, MAX_INPUTS } from '@cheyi/domain/money/tax/input'
import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { linkedFilter, listPage, type MenuAct, pickCode } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import type { ListBatch } from '../../../page/list/use-picked.tsx'
import { open } from '../../../page/open.ts'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { inputTones, type TaxInput } from '../parts/input-words.ts'
import { taxScreens } from '../screens.ts'

const columns: readonly ListColumn<TaxInput, keyof typeof titles>[] = [
  {
    key: 'seller',
    title: titles.seller,
    kind: 'text',
    width: 220,
    card: 'title',
    of: ({ seller }) => seller || '未写销售方',
  },
  {
    key: 'state',
    title: titles.state,
    kind: 'tag',
    width: 84,
    of: ({ state }) => [{ text: inputStates.text(state), tone: inputTones[state] }],
  },
  { key: 'month', title: titles.month, kind: 'text', width: 84, named: true, of: ({ month }) => month?.slice(0, 7) },
  { key: 'kind', title: titles.kind, kind: 'text', width: 120, of: ({ kind }) => inputKinds.text(kind) },
  {
    key: 'number',
    title: titles.number,
    kind: 'text',
    width: 176,
    of: ({ code, number }) => `${code} ${number}`.trim(),
  },
  { key: 'issuedOn', title: titles.issuedOn, kind: 'text', width: 92, of: ({ issuedOn }) => issuedOn },
  { key: 'net', title: titles.net, kind: 'money', card: 'none', of: ({ net }) => net },
  { key: 'tax', title: titles.tax, kind: 'money', card: 'meta', named: true, of: ({ tax }) => tax },
  { key: 'gross', title: titles.gross, kind: 'money', card: 'end', of: ({ gross }) => gross },
  { key: 'note', title: titles.note, kind: 'text', card: 'none', extra: true, of: ({ note }) => note },
  { key: 'who', title: titles.who, kind: 'person', card: 'none', extra: true, of: ({ operatorName }) => operatorName },
]

/** Suppliers' invoices, and which of them are deducted in which month. */
export default listPage(taxScreens.inputs, {
  call: calls.tax.inputs,
  noun: '发票',
  search: '销售方或发票号码',
  filters: [
    pickCode('state', '抵扣', inputStates),
    pickCode('kind', '票种', inputKinds),
    linkedFilter('month'),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ inputId }) => inputId,
  columns,
  unit: '张',
  totals: ({ sums }) => ({ net: sums?.net ?? null, tax: sums?.tax ?? null, gross: sums?.gross ?? null }),
  useMenu: useActs,
  useBatch,
  useExport: exporting(calls.tax.inputExport, '导出进项发票'),
  open: (input) => void open(() => import('../parts/input-sheet.tsx'), { input }),
  empty: { note: '从电子税务局导出取得的发票，在这里导入后勾选抵扣' },
})

function useBatch(): ListBatch<TaxInput> | undefined {
  const may = useMayWhole('finance.reconcile')
  if (!may) return undefined
  return {
    most: MAX_INPUTS,
    unit: '张',
    nameOf: ({ number }) => number,
    run: (inputs) => open(() => import('../parts/choose-sheet.tsx'), { inputs: inputs.filter(isWaitingInput) }),
  }
}

function useActs(): readonly MenuAct[] {
  const may = useMayWhole('finance.reconcile')
  if (!may) return []
  return [
    { label: '导入发票', run: () => go(taxScreens.inputImport, {}) },
    { label: '登记发票', run: () => void open(() => import('../parts/add-sheet.tsx'), {}) },
  ]
}
