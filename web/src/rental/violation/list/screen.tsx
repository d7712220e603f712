import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { MAX_BATCH, type ViolationGroup } from '@cheyi/domain/rental/violation/violation'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay, useMayWhole } from '../../../kernel/user.ts'
import { linkedFilter, listPage, type MenuAct, opens, pick } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import type { ListBatch } from '../../../page/list/use-picked.tsx'
import { open } from '../../../page/open.ts'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Box, Notice } from '../../../ui/layout.tsx'
import { violationColumns, violationLink } from '../parts/violation-columns.tsx'
import type { ViolationItem } from '../parts/violation-words.ts'
import { violationScreens } from '../screens.ts'

const names: Readonly<Record<ViolationGroup, string>> = {
  todo: '待处理',
  running: '处理中',
  toClose: '待结案',
  ended: '已结',
}

export default listPage(violationScreens.list, {
  call: calls.violation.page,
  noun: '违章',
  search: '车牌、客户、订单号',
  filters: [
    // Pending work is shown first, unless the address says otherwise.
    tabs('group', '状态', names, 'todo'),
    pick('storeId', '门店', '全部门店', useStoreOptions),
    linkedFilter('vehicleId'),
  ],
  keyOf: ({ violationId }) => violationId,
  columns: violationColumns,
  Head: Deadlines,
  useMenu: useActs,
  useBatch,
  link: violationLink,
  useExport: exporting(calls.violation.exportList, '导出违章'),
  verb: '登记',
  useAdd: opens(violationScreens.create, {}),
  empty: { note: '收到违章后登记，按车牌和时间自动匹配订单' },
})

type First = OutputOf<typeof calls.violation.page>

/** How many deadlines have passed or pass soon: a car with an unsettled violation fails its inspection. */
function Deadlines({ first: { counts } }: { readonly first: First }) {
  const { late = 0, soon = 0 } = counts ?? {}
  if (late + soon === 0) return null
  const words = [late > 0 && `${late} 条违章已过处理期限`, soon > 0 && `${soon} 条违章须在 2 天内处理`]
  return (
    <Box pad={[0, 12, 10]}>
      <Notice tone={late > 0 ? 'danger' : 'warning'}>{words.filter(Boolean).join('，')}，未处理的影响车辆年检</Notice>
    </Box>
  )
}

function useBatch(): ListBatch<ViolationItem> | undefined {
  const now = useNow()
  const may = useMay('violation.handle')
  if (!may) return undefined
  return {
    most: MAX_BATCH,
    unit: '条',
    nameOf: ({ plate, occurAt }) => `${displayPlate(plate)} ${formatMoment(occurAt, now)}`,
    run: (items) => open(() => import('./batch-sheet.tsx'), { items }),
  }
}

function useActs(): readonly MenuAct[] | undefined {
  const { vehicleId } = useScreen(violationScreens.list)
  const mayImport = useMay('violation.handle')
  const mayQuery = useMayWhole('violation.handle')
  const { data: setting, isLoading } = useRead(calls.merchant.setting, {}, { enabled: mayQuery, freshFor: 600_000 })
  const query = () => open(() => import('./query-sheet.tsx'), { vehicleId: vehicleId || undefined })
  if (isLoading) return undefined
  return [
    ...((setting?.queryViolationsDaily ?? 0) > 0 ? [{ label: '查询违章', run: () => void query() }] : []),
    ...(mayImport ? [{ label: '导入', run: () => go(violationScreens.import, {}) }] : []),
  ]
}
