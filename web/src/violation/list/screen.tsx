import { lazy } from 'react'
import { ExportButton } from '../../job/parts/export-button.tsx'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { useDesktop } from '../../kernel/device/media-query.ts'
import { useScreen } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import { useMay, useMayWhole } from '../../kernel/user.ts'
import { listPage, opens } from '../../page/list/list-page.tsx'
import { pick } from '../../page/list/pick-filter.tsx'
import { open } from '../../page/open.ts'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { IllegalCard } from '../parts/illegal-card.tsx'
import { violationScreens } from '../screens.ts'
import { groupFilter, inputOf } from './filter.ts'

const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))

export default listPage(violationScreens.list, {
  call: calls.violation.page,
  noun: '违章',
  search: '车牌、客户、订单号',
  filters: [
    groupFilter,
    pick('storeId', '门店', '全部门店', useStores),
    {
      name: 'vehicleId',
      address: ['vehicleId'],
      read: ({ vehicleId }) => vehicleId || undefined,
      Field: () => null,
    },
  ],
  keyOf: ({ illegalId }) => illegalId,
  Row: IllegalCard,
  Table: lazy(() => import('./illegal-table.tsx')),
  estimate: 152,
  Head: Files,
  open: ({ illegalId }) => go(violationScreens.detail, { illegalId }),
  useAdd: opens(violationScreens.create, {}),
  empty: { note: '收到违章后录入，按车牌和时间自动匹配订单' },
})

function Files() {
  const values = useScreen(violationScreens.list)
  const desktop = useDesktop()
  const mayImport = useMay('illegal.handle')
  const mayQuery = useMayWhole('illegal.handle')
  const setting = useRead(calls.merchant.setting, {}, { enabled: mayQuery, freshFor: 600_000 }).data
  if (desktop && !mayImport) return null
  return (
    <Row gap={8} justify="end" pad={[8, 12, 0]}>
      {mayQuery && (setting?.queryIllegalsDaily ?? 0) > 0 && (
        <Button
          size="s"
          onClick={() => void open(() => import('./query-sheet.tsx'), { vehicleId: values.vehicleId || undefined })}
        >
          查询违章
        </Button>
      )}
      {mayImport && (
        <Button size="s" onClick={() => go(violationScreens.import, {})}>
          导入
        </Button>
      )}
      {/* On a desktop the table makes a file of its columns. */}
      {!desktop && <ExportButton call={calls.violation.exportList} title="导出违章" input={inputOf(values)} />}
    </Row>
  )
}
