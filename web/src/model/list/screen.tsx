import './model-list.css'
import type { OutputOf } from '@cheyi/contract/call'
import type { model } from '@cheyi/contract/model'
import { carTypes, energies, gearboxes } from '@cheyi/domain/vehicle/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { Link } from '../../kernel/link.tsx'
import { type ListResult, useList } from '../../kernel/lists.ts'
import { useBeside, usePatch, useScreen } from '../../kernel/pages.tsx'
import { go, goBack } from '../../kernel/router.ts'
import { useMay } from '../../kernel/user.ts'
import { CarSilhouette } from '../../ui/car-silhouette.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { yuan } from '../../ui/money.tsx'
import { NavAction, NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { RecordCard } from '../../ui/record-card.tsx'
import { Search } from '../../ui/search.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { modelScreens } from '../screens.ts'

type Row = OutputOf<typeof model.list>['list'][number]

const types = [
  { value: '', label: '全部' },
  ...carTypes.items.map(({ name, value }) => ({ value: String(value), label: name })),
]

/** The merchant's models. */
export default function Models() {
  const { keyword, carType } = useScreen(modelScreens.list)
  const patch = usePatch()
  const mayEdit = useMay('model.edit')
  const chosen = carTypes.values.find((value) => String(value) === carType)
  const models = useList(calls.model.list, { keyword: keyword || undefined, carType: chosen }, { quiet: true })
  const open = useBeside(modelScreens.edit)?.id
  const add = () => go(modelScreens.edit, { id: '0' })
  return (
    <PageFrame
      fill
      header={
        <>
          <NavBar
            title="车型"
            onBack={() => goBack('/')}
            right={
              <>
                <RefreshButton busy={models.isRefreshing} onRefresh={() => void models.restart()} />
                {mayEdit && (
                  <NavAction icon="plus" onClick={add}>
                    新增
                  </NavAction>
                )}
              </>
            }
          />
          <div className="model-list-search">
            <Search value={keyword} onChange={(text) => patch({ keyword: text })} placeholder="品牌、车系、车型" />
          </div>
          <div className="model-list-filter">
            <ChipRadios
              label="车型类别"
              options={types}
              value={chosen === undefined ? '' : carType}
              onChange={(value) => patch({ carType: value })}
            />
          </div>
        </>
      }
    >
      <VirtualList
        label="车型"
        items={models.items}
        keyOf={({ modelId }) => modelId}
        render={(row) => <ModelCard row={row} mayEdit={mayEdit} current={row.modelId === open} />}
        estimate={104}
        gap={10}
        inset
        more={models.hasMore}
        loading={models.isLoadingMore}
        failed={models.moreFailed}
        onMore={models.loadMore}
        onRefresh={models.restart}
        instead={instead(models, keyword !== '' || chosen !== undefined, mayEdit ? add : undefined)}
      />
    </PageFrame>
  )
}

type Shown = Pick<ListResult<Row, never>, 'isPending' | 'error' | 'items' | 'restart'>

function instead({ isPending, error, items, restart }: Shown, filtered: boolean, add: (() => void) | undefined) {
  if (isPending) return <Skeleton cards={4} shape="rows" />
  if (error) return <LoadError title="加载失败" note="车型没有加载出来" onRetry={() => void restart()} />
  if (items.length > 0) return undefined
  return filtered ? (
    <Empty art="search" title="没有符合条件的车型" />
  ) : (
    <Empty title="暂无车型" note="可从平台车型库复制，或自己填写" action={add && { label: '新增车型', onClick: add }} />
  )
}

function ModelCard({ row, mayEdit, current }: { row: Row; mayEdit: boolean; current: boolean }) {
  const { modelId, name, config, modelYear, carType, image, status, vehicleCount, seats, depositRent } = row
  const facts = [
    carTypes.text(carType),
    `${seats}座`,
    gearboxes.text(row.gearbox),
    energies.text(row.energy),
    row.displacement,
  ]
  return (
    <RecordCard
      current={current}
      before={
        image ? (
          <img className="model-card-image" src={image} alt="" loading="lazy" decoding="async" />
        ) : (
          <CarSilhouette carType={carType} />
        )
      }
      title={
        <>
          {mayEdit ? (
            <Link to={modelScreens.edit} with={{ id: modelId }} className="card-link">
              {name}
            </Link>
          ) : (
            name
          )}
          {status === 0 && <Tag>已停用</Tag>}
        </>
      }
    >
      <p className="num">{facts.filter(Boolean).join(' · ')}</p>
      {(modelYear || config) && (
        <p className="num">{[modelYear && `${modelYear}款`, config].filter(Boolean).join(' ')}</p>
      )}
      <p className="num">
        {vehicleCount}辆车 · {depositRent === null ? '未设押金' : `租车押金 ¥${yuan(depositRent)}`}
      </p>
    </RecordCard>
  )
}
