import { voucherFormats } from '@cheyi/domain/money/bookkeeping/codes'
import { VOUCHER_WORD } from '@cheyi/domain/money/bookkeeping/files'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { formatNear } from '@cheyi/domain/near'
import { calls, type OutputOf, refreshAfter, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, type MenuAct, pick } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Box, Button, Note, Notice, Row } from '../../../ui/layout.tsx'
import { bookkeepingScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

type Page = OutputOf<typeof calls.bookkeeping.list>
export type Voucher = Page['list'][number]

const formats = { kingdee: '导出金蝶凭证', yonyou: '导出用友凭证' } as const

const useMonths = () =>
  (useRead(calls.bookkeeping.months, {}).data?.list ?? []).map(({ month }) => ({ value: month, label: month }))

const columns: readonly ListColumn<Voucher>[] = [
  {
    key: 'number',
    title: '凭证号',
    kind: 'text',
    width: 84,
    card: 'title',
    of: ({ number }) => `${VOUCHER_WORD}-${number}`,
  },
  { key: 'day', title: '日期', kind: 'text', width: 96, of: ({ day }) => day },
  {
    key: 'what',
    title: '摘要',
    kind: 'text',
    width: 320,
    of: ({ lines }) => [...new Set(lines.map(({ journal }) => journals.text(journal)))].join('、'),
  },
  { key: 'store', title: '门店', kind: 'text', of: ({ storeName }) => storeName },
  { key: 'lines', title: '分录', kind: 'number', card: 'none', of: ({ lines }) => lines.length },
  { key: 'fen', title: '金额', kind: 'money', of: ({ lines }) => lines.reduce((sum, { debit }) => sum + debit, 0) },
]

/** The vouchers of a closed month for the merchant's accounting software. */
export default listPage(bookkeepingScreens.list, {
  call: calls.bookkeeping.list,
  noun: '记账凭证',
  filters: [pick('month', '月份', '最近结账月份', useMonths)],
  keyOf: ({ number }) => String(number),
  columns,
  unit: '张',
  open: (voucher) => void open(sheets, 'VoucherSheet', { voucher }),
  Head,
  useMenu: useActs,
  empty: { note: '结账后可生成凭证，导入金蝶或用友' },
})

async function make(month: string): Promise<void> {
  await open(sheets, 'MakeSheet', { month })
  await refreshAfter(calls.bookkeeping.make)
}

function Head({ first: { month, madeAt } }: { readonly first: Page }) {
  const now = useNow()
  const mayMake = useMayWhole('finance.reconcile')
  if (month === null) return null
  return (
    <Box pad={[12, 12, 10]}>
      {madeAt === null ? (
        <Notice>
          <Row gap={12} justify="between">
            {month} 还没有生成凭证
            {mayMake && (
              <Button size="s" variant="primary" onClick={() => void make(month)}>
                生成凭证
              </Button>
            )}
          </Row>
        </Notice>
      ) : (
        <Note num>{`${month} · ${formatNear(madeAt, now)} 生成 · 收入为不含税金额，税额单列，单位元`}</Note>
      )}
    </Box>
  )
}

function useActs(): readonly MenuAct[] | undefined {
  const { month } = useScreen(bookkeepingScreens.list)
  const mayMake = useMayWhole('finance.reconcile')
  const months = useRead(calls.bookkeeping.months, {}).data?.list
  const { run } = useExport(calls.bookkeeping.exportAll)
  if (months === undefined) return undefined
  const shown = months.find((one) => month === '' || one.month === month)
  return [
    ...(shown?.madeAt
      ? voucherFormats.map((format) => ({
          label: formats[format],
          run: () => void run({ month: shown.month, format }, formats[format]),
        }))
      : []),
    ...(shown?.madeAt && mayMake ? [{ label: '重新生成', run: () => void make(shown.month) }] : []),
    { label: '科目编码', run: () => go(bookkeepingScreens.accounts, {}) },
  ]
}
