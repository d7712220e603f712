import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { MAX_BATCH } from '@cheyi/domain/rental/violation/violation'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import type { ListBatch } from '../../../page/list/use-picked.tsx'
import { open } from '../../../page/open.ts'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { screensOf } from '../../order/screens.ts'
import { violationScreens } from '../screens.ts'
import { type Lease, LeaseCard } from './lease-card.tsx'

/** The default tab. */
const FIRST = 'open'
const names = { open: '待备案', done: '已完成' } as const

const group = tabs('group', '状态', names, FIRST)

const useBatch = (): ListBatch<Lease> => ({
  most: MAX_BATCH,
  unit: '份',
  nameOf: ({ plate, renterName }) => `${displayPlate(plate)} ${renterName}`,
  run: (leases) => open(() => import('./batch-sheet.tsx'), { leases }),
})

/** Contracts to be filed with the traffic police, sorted by deadline; and the filed ones. */
export default listPage(violationScreens.leaseFiling, {
  call: calls.violation.leases,
  noun: '合同',
  search: '车牌、订单号',
  filters: [group, pick('storeId', '门店', '全部门店', useStoreOptions)],
  keyOf: ({ leaseId }) => leaseId,
  Row: LeaseCard,
  useBatch,
  estimate: 116,
  useMenu: exporting(calls.violation.exportLeases, '导出租赁合同备案', { may: 'person.view' }),
  open: ({ orderId, orderKind }) => go(screensOf(orderKind).detail, { orderId }),
  empty: { note: '暂无待备案合同；在设置中开启「租赁合同备案」后，取车时自动生成' },
})
