import { bankLineState, bankLineStates } from '@cheyi/domain/money/bank/codes'
import { isAwaitingBill } from '@cheyi/domain/money/bank/line'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, type MenuAct, pick } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { open } from '../../../page/open.ts'
import type { Tone } from '../../../ui/show/tag.tsx'
import type { BankLine } from '../parts/bank-line.ts'
import { bankScreens } from '../screens.ts'

const names = { open: '待匹配', trade: '待渠道账单', matched: '已匹配', outside: '账外' } as const

const tones: Readonly<Record<number, Tone>> = {
  [bankLineState.open]: 'warning',
  [bankLineState.matched]: 'success',
}
const stateText = (line: BankLine): string => (isAwaitingBill(line) ? names.trade : bankLineStates.text(line.state))

const columns: readonly ListColumn<BankLine>[] = [
  { key: 'day', title: '日期', kind: 'text', width: 92, of: ({ day }) => day },
  {
    key: 'party',
    title: '对方',
    kind: 'text',
    width: 168,
    card: 'title',
    of: ({ party, note }) => party || note || '未写对方',
  },
  {
    key: 'status',
    title: '状态',
    kind: 'tag',
    width: 88,
    of: (line) => [{ text: stateText(line), tone: tones[line.state] ?? 'neutral' }],
  },
  { key: 'note', title: '摘要', kind: 'text', width: 168, of: ({ party, note }) => party && note },
  { key: 'account', title: '账户', kind: 'text', width: 112, of: ({ accountName }) => accountName },
  { key: 'reason', title: '说明', kind: 'text', width: 120, card: 'note', of: ({ reason }) => reason },
  { key: 'fen', title: '金额', kind: 'money', width: 96, card: 'end', extra: true, of: ({ fen }) => fen },
  { key: 'in', title: '收入', kind: 'money', width: 96, card: 'none', of: ({ fen }) => (fen > 0 ? fen : null) },
  { key: 'out', title: '支出', kind: 'money', width: 96, card: 'none', of: ({ fen }) => (fen < 0 ? -fen : null) },
  { key: 'balance', title: '余额', kind: 'money', width: 104, card: 'none', of: ({ balance }) => balance },
  { key: 'lineNo', title: '流水号', kind: 'text', card: 'none', extra: true, of: ({ lineNo }) => lineNo },
]

/** Lines of statements by what is known of them; those to be matched come first. */
export default listPage(bankScreens.list, {
  call: calls.bank.page,
  noun: '流水',
  search: '对方、摘要、流水号、金额',
  filters: [
    tabs('group', '状态', names, 'open'),
    pick('accountId', '账户', '全部账户', useAccountOptions),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ lineId }) => lineId,
  columns,
  unit: '笔',
  useMenu: useActs,
  open: ({ lineId }) => void open(() => import('../parts/line-sheet.tsx'), { lineId }),
  empty: { note: '登记银行账户，导入网银、微信或支付宝的流水，能确定的自动与账簿匹配' },
})

function useAccountOptions() {
  return useRead(calls.bank.accounts, {}).data?.map(({ accountId, name }) => ({ value: accountId, label: name })) ?? []
}

function useActs(): readonly MenuAct[] {
  const mayMatch = useMayWhole('finance.reconcile')
  const all = useWrite(calls.bank.matchAll, { onDone: told })
  const acts = [
    { label: '余额核对', run: () => go(bankScreens.days, {}) },
    { label: '账簿已记银行未见', run: () => go(bankScreens.entries, {}) },
    { label: '银行账户', run: () => go(bankScreens.accounts, {}) },
  ]
  if (!mayMatch) return acts
  return [
    { label: '导入流水', run: () => go(bankScreens.import, {}) },
    { label: '自动匹配', run: () => void all.run({}) },
    ...acts,
  ]
}

const told = ({ lines }: OutputOf<typeof calls.bank.matchAll>) =>
  feedback.toast(lines === 0 ? '没有能确定的流水，请逐笔匹配' : `已匹配 ${lines} 笔流水`)
