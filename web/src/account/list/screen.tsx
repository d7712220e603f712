import './account-list.css'
import { accountStatuses } from '@cheyi/domain/account/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { type ListResult, useList } from '../../kernel/lists.ts'
import { useNow } from '../../kernel/now.ts'
import { useBeside, usePatch, useScreen } from '../../kernel/pages.tsx'
import { go, goBack, goTo } from '../../kernel/router.ts'
import { useMay } from '../../kernel/user.ts'
import { ChipRadios } from '../../ui/chips.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavAction, NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { Search } from '../../ui/search.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import type { AccountCard } from '../parts/account-words.ts'
import { useInvitation } from '../parts/use-invitation.ts'
import { useStatus } from '../parts/use-status.ts'
import { accountScreens } from '../screens.ts'
import { AccountRow } from './account-row.tsx'

const ALL = ''

const statuses = [
  { value: ALL, label: '全部' },
  ...accountStatuses.items.map(({ name, value }) => ({ value: String(value), label: name })),
]

/** The merchant's employees. */
export default function Accounts() {
  const { keyword, status, roleId, storeId } = useScreen(accountScreens.list)
  const patch = usePatch()
  const now = useNow()
  const mayEdit = useMay('account.edit')
  const maySeeRoles = useMay('role')
  const chosen = accountStatuses.values.find((value) => String(value) === status)
  const filter = {
    keyword: keyword || undefined,
    status: chosen,
    roleId: roleId || undefined,
    storeId: storeId || undefined,
  }
  const accounts = useList(calls.account.page, filter, { quiet: true, keepPrevious: true })
  const roles = useRead(calls.role.page, { pageSize: 100_000 }, { quiet: true })
  const stores = useRead(calls.store.list, { all: true }, { quiet: true })
  const { toggle } = useStatus()
  const invitation = useInvitation()
  const open = useOpen()
  const add = mayEdit ? () => go(accountScreens.add) : undefined
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <PageFrame
      fill
      header={
        <>
          <NavBar
            title="账号管理"
            onBack={() => goBack('/')}
            right={
              <>
                <RefreshButton busy={accounts.isRefreshing} onRefresh={() => void accounts.restart()} />
                {add && (
                  <NavAction icon="plus" onClick={add}>
                    新增
                  </NavAction>
                )}
              </>
            }
          />
          <div className="account-list-search">
            <Search
              value={keyword}
              onChange={(text) => patch({ keyword: text })}
              placeholder="姓名、手机号、工号"
              hotkey
            />
            <div className="account-list-pick">
              <Select
                title="角色"
                value={roleId}
                options={[
                  { value: ALL, label: '全部角色' },
                  ...(roles.data?.list ?? []).map((role) => ({ value: role.roleId, label: role.name })),
                ]}
                onChange={(value) => patch({ roleId: value })}
              />
            </div>
            <div className="account-list-pick">
              <Select
                title="门店"
                value={storeId}
                options={[
                  { value: ALL, label: '全部门店' },
                  ...(stores.data ?? []).map((store) => ({ value: store.id, label: store.name })),
                ]}
                onChange={(value) => patch({ storeId: value })}
              />
            </div>
          </div>
          <div className="account-list-filter">
            <ChipRadios
              label="员工状态"
              options={statuses}
              value={chosen === undefined ? ALL : status}
              onChange={(value) => patch({ status: value })}
            />
          </div>
        </>
      }
    >
      <VirtualList
        key={JSON.stringify(filter)}
        label="员工"
        items={accounts.items}
        keyOf={({ id }) => id}
        render={(account) => (
          <AccountRow
            account={account}
            now={now}
            current={account.id === open}
            edit={mayEdit ? { toggle, ...invitation } : undefined}
          />
        )}
        estimate={92}
        gap={10}
        inset
        more={accounts.hasMore}
        loading={accounts.isLoadingMore}
        failed={accounts.moreFailed}
        onMore={accounts.loadMore}
        onRefresh={accounts.restart}
        head={
          accounts.first?.counts && (
            <div className="account-list-count num">
              {countWords(accounts.first.counts)}
              {maySeeRoles && (
                <button type="button" className="account-list-roles" onClick={() => goTo('/role')}>
                  权限设置
                </button>
              )}
            </div>
          )
        }
        instead={instead(accounts, {
          onClear: filtered
            ? () => patch({ keyword: undefined, status: undefined, roleId: undefined, storeId: undefined })
            : undefined,
          add,
        })}
      />
    </PageFrame>
  )
}

const countWords = ({ enabled, disabled, invited }: { enabled: number; disabled: number; invited: number }): string =>
  [`启用 ${enabled}`, `停用 ${disabled}`, ...(invited > 0 ? [`待确认 ${invited}`] : [])].join(' · ')

/** The employee open beside the list, read or edited. */
function useOpen(): string | undefined {
  const read = useBeside(accountScreens.detail)?.id
  const edited = useBeside(accountScreens.edit)?.id
  return read ?? edited
}

type Shown = Pick<ListResult<AccountCard, never>, 'isPending' | 'error' | 'items' | 'restart'>

function instead(
  { isPending, error, items, restart }: Shown,
  { onClear, add }: { onClear: (() => void) | undefined; add: (() => void) | undefined },
) {
  if (isPending) return <Skeleton cards={5} shape="rows" />
  if (error)
    return (
      <LoadError
        title={error.kind === 'lost' ? '网络不稳定' : '加载失败'}
        note={error.kind === 'lost' ? '员工没有加载出来' : error.message}
        onRetry={() => void restart()}
      />
    )
  if (items.length > 0) return undefined
  if (onClear) return <Empty art="search" title="没有符合条件的员工" action={{ label: '清除筛选', onClick: onClear }} />
  return <Empty title="暂无员工账号" action={add && { label: '新增员工', onClick: add }} />
}
