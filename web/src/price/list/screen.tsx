import './list.css'
import { type CarType, carTypes } from '@cheyi/domain/inventory/codes'
import { lazy, Suspense } from 'react'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { useWide } from '../../kernel/device/media-query.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { useMay } from '../../kernel/user.ts'
import { Answer } from '../../page/answer.tsx'
import { Page } from '../../page/frame.tsx'
import { open } from '../../page/open.ts'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { Search } from '../../ui/field/search.tsx'
import { Select } from '../../ui/field/select.tsx'
import { ChipRadios } from '../../ui/frame/chips.tsx'
import { Empty } from '../../ui/frame/empty.tsx'
import { NavAction } from '../../ui/frame/nav-bar.tsx'
import { Tabs } from '../../ui/frame/tabs.tsx'
import { Box, Row, Stack } from '../../ui/layout.tsx'
import { Pull } from '../../ui/list/pull.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { toast } from '../../ui/modal/toast.ts'
import { layerOf, type PriceRow, useLayers } from '../parts/layers.ts'
import { openPlans } from '../parts/sheets.ts'
import { priceScreens } from '../screens.ts'
import { LongCard, PriceCard } from './price-card.tsx'

const Services = lazy(() => import('./services.tsx'))
const Fees = lazy(() => import('./fees.tsx'))
const CancelRules = lazy(() => import('./cancel-rules.tsx'))
const Deposits = lazy(() => import('./deposits.tsx'))

const tabs = [
  { key: 'short', label: '短租' },
  { key: 'long', label: '长租' },
  { key: 'service', label: '服务项' },
  { key: 'fee', label: '取还费用' },
  { key: 'cancel', label: '取消规则' },
  { key: 'deposit', label: '押金' },
] as const

/** Prices of one store, layer by layer, and what goes with them. */
export default function Prices() {
  const values = useScreen(priceScreens.list)
  const patch = usePatch()
  const wide = useWide()
  const mayEdit = useMay('price.edit')
  const current = useCurrentStore()
  const { nameOf, tabs: layers } = useLayers()
  const { tab } = values
  const layer = layerOf(values.source)
  const storeId = values.storeId ?? current.storeId ?? current.stores[0]?.id
  const ofModels = tab === 'short' || tab === 'long'
  const rows = useRead(
    calls.price.rules,
    { storeId, source: layer },
    { enabled: storeId !== undefined && ofModels, quiet: true, keepPrevious: true },
  )
  const plans = useRead(calls.price.plans, { storeId }, { enabled: storeId !== undefined, quiet: true }).data ?? []
  const stores = current.stores.map(({ id, name }) => ({ value: id, label: name }))

  const adjust = () =>
    void open(() => import('./batch-sheet.tsx'), { stores: current.stores, storeId, layer, models: rows.data ?? [] })
  async function refresh() {
    const { error } = await rows.refetch()
    if (error) toast(error.message, { error: true })
  }
  return (
    <Page
      fill
      onBack={wide ? null : undefined}
      right={mayEdit && tab === 'short' && <NavAction onClick={adjust}>批量改价</NavAction>}
      head={
        <>
          <Row gap={8} pad={[4, 16]} className="price-find">
            {ofModels && (
              <Search
                value={values.keyword}
                onChange={(keyword) => patch({ keyword })}
                placeholder="车型"
                debounce={0}
              />
            )}
            {(ofModels || tab === 'fee') && stores.length > 1 && (
              <Box pad={[0, 12]} round className="price-store">
                <Select
                  title="门店"
                  options={stores}
                  value={storeId}
                  onChange={(chosen) => patch({ storeId: chosen })}
                />
              </Box>
            )}
          </Row>
          <Tabs label="价格种类" items={tabs} value={tab} onChange={(key) => patch({ tab: key })} />
        </>
      }
    >
      <Pull onRefresh={refresh}>
        <Stack gap={10} pad={[12, 12, 24]}>
          {ofModels && plans.length > 0 && (
            <Notice tone="primary" action={{ label: '查看', onClick: () => openPlans({ storeId }) }}>
              {plans.length} 次改价待生效
            </Notice>
          )}
          {ofModels && (
            <ChipRadios
              label="渠道"
              options={layers.map(({ key, label }) => ({ value: Number(key), label }))}
              value={layer as number}
              onChange={(source) => patch({ source: source === 0 ? undefined : source })}
            />
          )}
          {ofModels ? (
            <Answer of={rows} cards={4} shape="order">
              {(answer) => (
                <Models
                  rows={answer}
                  tab={tab}
                  keyword={values.keyword}
                  carType={values.carType}
                  onCarType={(carType) => patch({ carType })}
                  layerName={nameOf(layer)}
                />
              )}
            </Answer>
          ) : (
            <Suspense>
              {tab === 'service' && <Services storeId={storeId} stores={current.stores} />}
              {tab === 'fee' && <Fees storeId={storeId} stores={current.stores} />}
              {tab === 'cancel' && <CancelRules stores={current.stores} />}
              {tab === 'deposit' && <Deposits storeId={storeId} stores={current.stores} />}
            </Suspense>
          )}
        </Stack>
      </Pull>
    </Page>
  )
}

interface ModelsProps {
  readonly rows: readonly PriceRow[]
  readonly tab: 'short' | 'long'
  readonly keyword: string
  readonly carType: number | undefined
  readonly onCarType: (carType: number | undefined) => void
  readonly layerName: string
}

function Models({ rows, tab, keyword, carType, onCarType, layerName }: ModelsProps) {
  if (rows.length === 0) return <Empty title="暂无车型" note="添加车型后在这里设置价格" />
  const found = rows.filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
  const shown = found.filter((row) => carType === undefined || row.carType === carType)
  const types = [...new Set(found.map((row) => row.carType))].toSorted((a, b) => a - b)
  const options = [
    { value: 0, label: `全部 ${found.length}` },
    ...types.map((type: CarType) => ({ value: type as number, label: carTypes.text(type) })),
  ]
  return (
    <>
      <ChipRadios
        label="车型类别"
        options={options}
        value={carType ?? 0}
        onChange={(type) => onCarType(type === 0 ? undefined : type)}
      />
      {shown.length === 0 && <Empty art="search" title="没有匹配的车型" note={keyword && `已筛选：${keyword}`} />}
      <ul className="price-cards">
        {shown.map((row) => (
          <li key={`${row.storeId}/${row.modelId}`}>
            {tab === 'short' ? (
              <PriceCard row={row} layerName={layerName} />
            ) : (
              <LongCard row={row} layerName={layerName} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
