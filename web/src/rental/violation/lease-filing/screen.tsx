import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { leaseChanges, leaseFilingStatus, leaseFilingStatuses } from '@cheyi/domain/rental/violation/codes'
import { leaseColumns as titles } from '@cheyi/domain/rental/violation/columns'
import { awaitsFiling, isFiled, leaseFilingSteps } from '@cheyi/domain/rental/violation/lease'
import { MAX_BATCH } from '@cheyi/domain/rental/violation/violation'
import { can } from '@cheyi/domain/step'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import type { ListBatch } from '../../../page/list/use-picked.tsx'
import { choose, open } from '../../../page/open.ts'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Button } from '../../../ui/layout.tsx'
import { violationScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

export type Lease = OutputOf<typeof calls.violation.leases>['list'][number]

/** The default tab. */
const FIRST = 'open'
const names = { open: '待备案', done: '已完成' } as const

const group = tabs('group', '状态', names, FIRST)

const useBatch = (): ListBatch<Lease> => ({
  most: MAX_BATCH,
  unit: '份',
  nameOf: ({ plate, renterName }) => `${displayPlate(plate)} ${renterName}`,
  run: (leases) => open(sheets, 'BatchSheet', { leases }),
})

function Acts({ item }: { readonly item: Lease }) {
  const { leaseId, version, status, plate } = item
  const setting = useWrite(calls.violation.setLease)
  async function file() {
    const saved = await setting.run({ leaseId, version, status: leaseFilingStatus.filed })
    if (saved) feedback.toast(isFiled(saved.status) ? '已标记为已备案' : '已撤销备案')
  }
  async function more() {
    const failed = await choose(displayPlate(plate), [{ key: 'failed', label: '未通过' }])
    if (failed) await open(sheets, 'FailedSheet', { lease: item })
  }
  return (
    <>
      <Button size="s" variant="primary" loading={setting.pending} onClick={() => void file()}>
        已备案
      </Button>
      {can(leaseFilingSteps, 'fail', status).ok && (
        <Button
          size="s"
          variant="text"
          icon="more"
          aria-label="更多"
          aria-haspopup="dialog"
          onClick={() => void more()}
        >
          {null}
        </Button>
      )}
    </>
  )
}

const columns: readonly ListColumn<Lease, keyof typeof titles>[] = [
  { key: 'plate', title: titles.plate, kind: 'plate', card: 'title', of: ({ plate }) => plate },
  { key: 'renter', title: titles.renter, kind: 'person', card: 'title', of: ({ renterName }) => renterName },
  {
    key: 'status',
    title: titles.status,
    kind: 'tag',
    width: 132,
    of: ({ status, change }) => [
      {
        text: leaseFilingStatuses.text(status),
        tone: isFiled(status) ? 'success' : awaitsFiling(status) ? 'warning' : 'neutral',
      },
      awaitsFiling(status) && change !== null && { text: leaseChanges.text(change), tone: 'outline' },
    ],
  },
  { key: 'when', title: '租期', kind: 'text', only: 'card', of: ({ from, to }, now) => formatPeriod(from, to, now) },
  { key: 'from', title: titles.from, kind: 'time', width: 96, card: 'none', of: ({ from }) => from },
  { key: 'to', title: titles.to, kind: 'time', width: 96, card: 'none', of: ({ to }) => to },
  { key: 'no', title: titles.no, kind: 'text', width: 132, of: ({ agreementNo }) => agreementNo },
  { key: 'order', title: titles.order, kind: 'text', extra: true, of: ({ orderNo }) => orderNo },
  {
    key: 'reason',
    title: titles.reason,
    kind: 'text',
    width: 108,
    card: 'note',
    of: ({ status, reason }) => awaitsFiling(status) && reason,
  },
  {
    key: 'due',
    title: titles.due,
    kind: 'due',
    width: 112,
    of: ({ status, dueAt }, now) =>
      awaitsFiling(status)
        ? dueAt <= now
          ? { text: '已超过24小时', late: true }
          : { text: `${formatMoment(dueAt, now)} 前`, late: false, soon: true }
        : undefined,
  },
  { key: 'act', title: '操作', kind: 'act', width: 124, when: ({ status }) => awaitsFiling(status), Act: Acts },
]

/** Contracts to be filed with the traffic police, sorted by deadline; and the filed ones. */
export default listPage(violationScreens.leaseFiling, {
  call: calls.violation.leases,
  noun: '合同',
  search: '车牌、订单号',
  filters: [group, pick('storeId', '门店', '全部门店', useStoreOptions)],
  keyOf: ({ leaseId }) => leaseId,
  columns,
  unit: '份',
  useBatch,
  useExport: exporting(calls.violation.exportLeases, '导出租赁合同备案', { may: 'person.view' }),
  link: orderLink,
  empty: { note: '暂无待备案合同；在设置中开启「租赁合同备案」后，取车时自动生成' },
})
