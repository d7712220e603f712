import './store-list.css'
import type { OutputOf } from '@cheyi/contract/call'
import type { store } from '@cheyi/contract/store'
import { storeStatus, storeStatuses } from '@cheyi/domain/merchant/codes'
import { hoursWords } from '@cheyi/domain/merchant/hours-words'
import { pickupTypes } from '@cheyi/domain/order/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { Link } from '../../kernel/link.tsx'
import { type ListResult, useList } from '../../kernel/lists.ts'
import { useBeside, usePatch, useScreen } from '../../kernel/pages.tsx'
import { go, goBack } from '../../kernel/router.ts'
import { useMay } from '../../kernel/user.ts'
import { ChipRadios } from '../../ui/chips.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavAction, NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { RecordCard } from '../../ui/record-card.tsx'
import { Search } from '../../ui/search.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { modeWords } from '../edit/store-form.ts'
import { storeScreens } from '../screens.ts'

type Row = OutputOf<typeof store.page>['list'][number]

const statuses = [
  { value: '', label: '全部' },
  ...storeStatuses.items.map(({ name, value }) => ({ value: String(value), label: name })),
]

/** The merchant's stores. */
export default function Stores() {
  const { keyword, status } = useScreen(storeScreens.list)
  const patch = usePatch()
  const mayEdit = useMay('store.edit')
  const chosen = storeStatuses.values.find((value) => String(value) === status)
  const stores = useList(calls.store.page, { keyword: keyword || undefined, status: chosen }, { quiet: true })
  const open = useBeside(storeScreens.edit)?.id
  const add = () => go(storeScreens.edit, { id: '0' })
  const filtered = keyword !== '' || chosen !== undefined
  return (
    <PageFrame
      fill
      header={
        <>
          <NavBar
            title="门店"
            onBack={() => goBack('/')}
            right={
              <>
                <RefreshButton busy={stores.isRefreshing} onRefresh={() => void stores.restart()} />
                {mayEdit && (
                  <NavAction icon="plus" onClick={add}>
                    新增
                  </NavAction>
                )}
              </>
            }
          />
          <div className="store-list-search">
            <Search value={keyword} onChange={(text) => patch({ keyword: text })} placeholder="门店名称、编码" />
          </div>
          <div className="store-list-filter">
            <ChipRadios
              label="门店状态"
              options={statuses}
              value={chosen === undefined ? '' : status}
              onChange={(value) => patch({ status: value })}
            />
          </div>
        </>
      }
    >
      <VirtualList
        label="门店"
        items={stores.items}
        keyOf={({ storeId }) => storeId}
        render={(row) => <StoreCard row={row} mayEdit={mayEdit} current={row.storeId === open} />}
        estimate={112}
        gap={10}
        inset
        more={stores.hasMore}
        loading={stores.isLoadingMore}
        failed={stores.moreFailed}
        onMore={stores.loadMore}
        onRefresh={stores.restart}
        instead={instead(stores, filtered, mayEdit ? add : undefined)}
      />
    </PageFrame>
  )
}

type Shown = Pick<ListResult<Row, never>, 'isPending' | 'error' | 'items' | 'restart'>

function instead({ isPending, error, items, restart }: Shown, filtered: boolean, add: (() => void) | undefined) {
  if (isPending) return <Skeleton cards={4} shape="rows" />
  if (error) return <LoadError title="加载失败" note="门店没有加载出来" onRetry={() => void restart()} />
  if (items.length > 0) return undefined
  return filtered ? (
    <Empty art="search" title="没有符合条件的门店" />
  ) : (
    <Empty title="暂无门店" note="填写地址与营业时间后即可接单" action={add && { label: '新增门店', onClick: add }} />
  )
}

const tones = {
  [storeStatus.open]: 'success',
  [storeStatus.paused]: 'warning',
  [storeStatus.closed]: 'neutral',
} as const

function StoreCard({ row, mayEdit, current }: { row: Row; mayEdit: boolean; current: boolean }) {
  const { storeId, name, code, status, cityName, address, phones, hours, pickupModes, vehicleCount, areaCount } = row
  const facts = [`${vehicleCount}辆车`, modeWords(pickupModes, pickupTypes), areaCount > 0 && `${areaCount}个送取范围`]
  return (
    <RecordCard
      current={current}
      title={
        <>
          {mayEdit && status !== storeStatus.closed ? (
            <Link to={storeScreens.edit} with={{ id: storeId }} className="card-link">
              {name}
            </Link>
          ) : (
            name
          )}
          {code && <small className="store-card-code num">{code}</small>}
          <Tag tone={tones[status]}>{storeStatuses.text(status)}</Tag>
        </>
      }
    >
      <p>
        {cityName} · {address || '未填写地址'}
      </p>
      <p className="num">{hoursWords(hours)}</p>
      {phones[0] && <p className="num">{phones[0]}</p>}
      <p className="num">{facts.filter(Boolean).join(' · ')}</p>
      {!row.located && <Tag tone="danger">未设置位置</Tag>}
    </RecordCard>
  )
}
