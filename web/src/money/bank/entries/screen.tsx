import { formatMoney } from '@cheyi/domain/money'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMayWhole } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { linkedFilter, listPage } from '../../../page/list/list-page.tsx'
import type { ListBatch } from '../../../page/list/use-picked.tsx'
import { confirm } from '../../../page/open.ts'
import { Box, Notice } from '../../../ui/layout.tsx'
import { paymentScreens } from '../../payment/screens.ts'
import { type BankEntry, movedText } from '../parts/bank-line.ts'
import { bankScreens } from '../screens.ts'

const columns: readonly ListColumn<BankEntry>[] = [
  { key: 'day', title: '记账日期', kind: 'text', width: 96, of: ({ day }) => day },
  { key: 'what', title: '内容', kind: 'text', width: 240, card: 'title', of: ({ what }) => what },
  { key: 'names', title: '对方', kind: 'text', width: 160, of: ({ names }) => names.join('、') },
  { key: 'fen', title: '金额', kind: 'money', width: 96, card: 'end', extra: true, of: ({ fen }) => fen },
  { key: 'in', title: '收入', kind: 'money', width: 96, card: 'none', of: ({ fen }) => (fen > 0 ? fen : null) },
  { key: 'out', title: '支出', kind: 'money', width: 96, card: 'none', of: ({ fen }) => (fen < 0 ? -fen : null) },
]

/** Entries of the ledger that no statement has shown yet; for a line, those that it may be. */
export default listPage(bankScreens.entries, {
  call: calls.bank.entries,
  noun: '账簿记录',
  filters: [linkedFilter('lineId')],
  keyOf: ({ txnId }) => txnId,
  columns,
  unit: '笔',
  Head,
  useBatch,
  link: (reach, { txnId }) => linkTo(reach, paymentScreens.ledger, { keyword: txnId }),
  empty: { note: '近120天账簿记入银行的款项，都在流水中找到了' },
})

function Head() {
  const { lineId } = useScreen(bankScreens.entries)
  const { data } = useRead(calls.bank.detail, { lineId: lineId ?? '' }, { enabled: lineId !== undefined })
  return (
    <Box pad={[12, 12, 10]}>
      <Notice>
        {lineId === undefined
          ? '账簿已记入银行、流水中还没有找到的款项。可能还在路上，也可能没有收到，请核实'
          : data && `${data.day} ${data.party} ${movedText(data.fen)}：选出对应的账簿记录，合计须与流水相等`}
      </Notice>
    </Box>
  )
}

function useBatch(): ListBatch<BankEntry> | undefined {
  const { lineId } = useScreen(bankScreens.entries)
  const mayMatch = useMayWhole('finance.reconcile')
  const match = useWrite(calls.bank.match, {
    onDone: () => {
      feedback.toast('已匹配')
      go(bankScreens.list, {}, { replace: true })
    },
  })
  if (lineId === undefined || !mayMatch) return undefined
  return {
    most: 100,
    unit: '笔',
    nameOf: ({ what }) => what,
    async run(entries) {
      const sum = entries.reduce((all, { fen }) => all + fen, 0)
      const body = `合计 ${formatMoney(Math.abs(sum))}`
      if (!(await confirm({ title: `匹配 ${entries.length} 笔账簿记录？`, body, confirm: '匹配' }))) return undefined
      await match.run({ lineIds: [lineId], txnIds: entries.map(({ txnId }) => txnId) })
      return true
    },
  }
}
