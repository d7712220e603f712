import { payeeKinds } from '@cheyi/domain/money/payable/codes'
import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pickCode } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { isTypedPayee, type Payee } from '../parts/payable-words.ts'
import { payableScreens } from '../screens.ts'

const sheet = () => import('../parts/payee-sheet.tsx')

const columns: readonly ListColumn<Payee>[] = [
  { key: 'name', title: '收款方', kind: 'text', width: 200, card: 'title', of: ({ name }) => name },
  { key: 'kind', title: '类型', kind: 'text', width: 92, of: ({ kind }) => payeeKinds.text(kind) },
  {
    key: 'account',
    title: '收款账户',
    kind: 'text',
    width: 220,
    of: ({ bank, accountNo, kind }) =>
      isTypedPayee(kind) ? [bank, accountNo].filter(Boolean).join(' ') || '未填写' : '见车主资料',
  },
  { key: 'payDays', title: '账期', kind: 'number', unit: '天', of: ({ payDays }) => payDays },
  {
    key: 'stopped',
    title: '状态',
    kind: 'tag',
    width: 84,
    of: ({ stopped }) => [stopped && { text: '已停用', tone: 'neutral' }],
  },
  { key: 'open', title: '待付', kind: 'money', of: ({ open: left }) => left },
]

/** Whom the merchant owes; the newest first. */
export default listPage(payableScreens.payees, {
  call: calls.payable.payees,
  noun: '收款方',
  search: '名称',
  filters: [pickCode('kind', '类型', payeeKinds)],
  keyOf: ({ payeeId }) => payeeId,
  columns,
  unit: '个',
  useAdd,
  verb: '添加',
  open: (payee) =>
    isTypedPayee(payee.kind) ? void open(sheet, { payee }) : go(payableScreens.bills, { payeeId: payee.payeeId }),
  empty: { note: '添加维修厂、保险公司、出租方等收款方；与工单维修厂同名的自动对应' },
})

function useAdd() {
  return useMayWhole('finance.reconcile') ? () => void open(sheet, { payee: null }) : undefined
}
