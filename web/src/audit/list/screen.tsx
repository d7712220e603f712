import './audit-list.css'
import { auditResults, auditRooms } from '@cheyi/domain/audit/words'
import { localDate } from '@cheyi/domain/time'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { type ListResult, useList } from '../../kernel/lists.ts'
import { useNow } from '../../kernel/now.ts'
import { usePatch, useScreen } from '../../kernel/pages.tsx'
import { usePicking } from '../../kernel/picking.ts'
import { goBack } from '../../kernel/router.ts'
import { useMay } from '../../kernel/user.ts'
import { DateRangeField } from '../../ui/date-range-field.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { auditScreens } from '../screens.ts'
import { type AuditRow, AuditRowView } from './audit-row.tsx'

const ALL = ''

const rooms = [
  { value: ALL, label: '全部操作' },
  ...Object.entries(auditRooms).map(([value, label]) => ({ value, label })),
]

const results = [
  { value: ALL, label: '全部结果' },
  ...auditResults.items.map(({ value, name }) => ({ value: String(value), label: name })),
]

/** Who did what, when, and what was different afterwards. */
export default function AuditLog() {
  const { accountId, action, result, from, to } = useScreen(auditScreens.list)
  const patch = usePatch()
  const now = useNow()
  const picking = usePicking()
  const mayListPeople = useMay('account')
  const people = useRead(calls.account.page, { pageSize: 100 }, { quiet: true, enabled: mayListPeople })
  const filter = {
    accountId: accountId || undefined,
    action: action || undefined,
    result: auditResults.values.find((value) => String(value) === result),
    period: from && to ? ([from, to] as const) : undefined,
  }
  const rows = useList(calls.audit.page, filter, { quiet: true })
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <PageFrame
      fill
      header={
        <>
          <NavBar
            title="操作日志"
            onBack={() => goBack('/')}
            right={<RefreshButton busy={rows.isRefreshing} onRefresh={() => void rows.restart()} />}
          />
          <div className="audit-filter">
            <div>
              <Select
                title="操作人"
                value={accountId}
                options={[
                  { value: ALL, label: '全部人员' },
                  ...(people.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(value) => patch({ accountId: value })}
              />
            </div>
            <div>
              <Select title="操作" value={action} options={rooms} onChange={(value) => patch({ action: value })} />
            </div>
            <div>
              <Select title="结果" value={result} options={results} onChange={(value) => patch({ result: value })} />
            </div>
            <div>
              <DateRangeField
                value={from && to ? [from, to] : []}
                onChange={(range) => patch({ from: range[0]?.slice(0, 10), to: range[1]?.slice(0, 10) })}
                today={localDate(now)}
                time={false}
                title="时间"
                placeholder="全部时间"
                open={picking.open}
                onOpenChange={(open) => (open ? picking.show() : picking.close())}
              />
            </div>
          </div>
        </>
      }
    >
      <VirtualList
        key={JSON.stringify(filter)}
        label="操作日志"
        still
        items={rows.items}
        keyOf={({ id }) => id}
        render={(row) => <AuditRowView row={row} now={now} />}
        estimate={120}
        gap={10}
        inset
        more={rows.hasMore}
        loading={rows.isLoadingMore}
        failed={rows.moreFailed}
        onMore={rows.loadMore}
        onRefresh={rows.restart}
        instead={instead(
          rows,
          filtered
            ? () =>
                patch({ accountId: undefined, action: undefined, result: undefined, from: undefined, to: undefined })
            : undefined,
        )}
      />
    </PageFrame>
  )
}

type Shown = Pick<ListResult<AuditRow, never>, 'isPending' | 'error' | 'items' | 'restart'>

function instead({ isPending, error, items, restart }: Shown, onClear: (() => void) | undefined) {
  if (isPending) return <Skeleton cards={5} shape="rows" />
  if (error) return <LoadError note={error.message} onRetry={() => void restart()} />
  if (items.length > 0) return undefined
  return <Empty title="暂无日志" action={onClear && { label: '清除筛选', onClick: onClear }} />
}
