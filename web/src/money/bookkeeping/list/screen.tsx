import { percent } from '@cheyi/domain/money'
import { voucherFormats } from '@cheyi/domain/money/bookkeeping/codes'
import { VOUCHER_WORD } from '@cheyi/domain/money/bookkeeping/files'
import { journals } from '@cheyi/domain/money/payment/accounts'
import { formatNear } from '@cheyi/domain/near'
import { calls, type OutputOf, refreshAfter, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { listPage, type MenuAct } from '../../../page/list/list-page.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { open } from '../../../page/open.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Button } from '../../../ui/button.tsx'
import { Box, Note, Row } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { bookkeepingScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.bookkeeping.list>

const formats = { kingdee: '导出金蝶凭证', yonyou: '导出用友凭证' } as const

const useMonths = () =>
  (useRead(calls.bookkeeping.months, {}).data?.list ?? []).map(({ month }) => ({ value: month, label: month }))

/** The vouchers of a closed month for the merchant's accounting software. */
export default listPage(bookkeepingScreens.list, {
  call: calls.bookkeeping.list,
  noun: '记账凭证',
  filters: [pick('month', '月份', '最近结账月份', useMonths)],
  keyOf: ({ number }) => String(number),
  Row: VoucherCard,
  estimate: 220,
  still: true,
  Head,
  useMenu: useActs,
  empty: { note: '结账后可生成凭证，导入金蝶或用友' },
})

async function make(month: string): Promise<void> {
  await open(() => import('./make-sheet.tsx'), { month })
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

/** A voucher with its lines: summary, account, debit and credit. */
function VoucherCard({ item: { number, day, storeName, lines } }: { readonly item: Page['list'][number] }) {
  return (
    <RecordCard
      title={`${VOUCHER_WORD}-${number}`}
      end={<Note num>{[day, storeName].filter(Boolean).join(' · ')}</Note>}
    >
      <Compare
        caption={`${VOUCHER_WORD}-${number}，单位元`}
        columns={['金额']}
        rows={lines.map(({ journal, account, code, name, debit, credit, rateBp }, at) => ({
          key: `${at} ${account}`,
          label: [`${code} ${name}`, journals.text(journal), rateBp > 0 && percent(rateBp)].filter(Boolean).join(' · '),
          cells: [debit > 0 ? `借 ${yuan(debit)}` : `贷 ${yuan(credit)}`],
        }))}
      />
    </RecordCard>
  )
}
