import './list.css'
import { lazy, useState } from 'react'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo, useMay } from '../../../kernel/user.ts'
import { PickBox } from '../../../page/list/list-head.tsx'
import { wholeList } from '../../../page/list/use-list-page.tsx'
import { open } from '../../../page/open.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { ALL_STORES, useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { LazyArea } from '../../../ui/frame/skeleton.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Box, Card, Grow, MainButton, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Pull } from '../../../ui/list/pull.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { type Layer, layerOf, type PriceRow, useLayers } from '../parts/layers.ts'
import { modelFacts } from '../parts/model-strip.tsx'
import { openPlans } from '../parts/sheets.ts'
import { priceScreens } from '../screens.ts'
import { type Kind, priceColumnsOf, pricedRowOf } from './price-columns.tsx'
import { PriceList } from './price-list.tsx'
import { TypeChips } from './type-chips.tsx'

const AllStores = lazy(() => import('./all-stores.tsx'))
const Services = lazy(() => import('./services.tsx'))
const Fees = lazy(() => import('./fees.tsx'))
const CancelRules = lazy(() => import('./cancel-rules.tsx'))
const DamagePrices = lazy(() => import('./damage-prices.tsx'))
const Deposits = lazy(() => import('./deposits.tsx'))

const tabs = [
  { key: 'short', label: '短租' },
  { key: 'long', label: '长租' },
  { key: 'service', label: '服务项' },
  { key: 'fee', label: '取还费用' },
  { key: 'cancel', label: '取消规则' },
  { key: 'deposit', label: '押金' },
  { key: 'damage', label: '车损价目' },
] as const

/** Prices of one store or of all stores on one layer, and the terms that belong to them. */
export default function Prices() {
  const values = useScreen(priceScreens.list)
  const patch = usePatch()
  const wide = useWide()
  const mayEdit = useMay('price.edit')
  const current = useCurrentStore()
  const { tab } = values
  const layer = layerOf(values.source)
  const only = current.stores.length === 1 ? current.stores[0]?.id : undefined
  /** undefined: all stores. */
  const chosen = values.storeId ?? (values.all ? only : (current.storeId ?? only))
  /** Terms need one store even if all stores are shown, so the first store is used. */
  const storeId = chosen ?? current.stores[0]?.id
  const ofModels = tab === 'short' || tab === 'long'
  const stores = current.stores.map(({ id, name }) => ({ value: id, label: name }))
  const adjust = () =>
    void open(() => import('./batch-sheet.tsx'), {
      kind: tab === 'long' ? 'month' : 'day',
      stores: current.stores,
      storeId: chosen,
      layer,
    })
  return (
    <Page
      fill
      onBack={wide ? null : undefined}
      right={mayEdit && ofModels && <NavAction onClick={adjust}>批量改价</NavAction>}
      head={
        <>
          <Row gap={8} pad={[4, 16]} className="price-find">
            {ofModels && (
              <Search value={values.keyword} onChange={(keyword) => patch({ keyword })} placeholder="车型" />
            )}
            {(ofModels || tab === 'fee') && stores.length > 1 && (
              <PickBox on={!ofModels || chosen !== undefined}>
                <Select
                  title="门店"
                  options={ofModels ? [{ value: '', label: ALL_STORES }, ...stores] : stores}
                  value={ofModels ? (chosen ?? '') : storeId}
                  onChange={(id) => patch(id === '' ? { storeId: undefined, all: true } : { storeId: id, all: false })}
                />
              </PickBox>
            )}
          </Row>
          <Tabs label="价格种类" items={tabs} value={tab} onChange={(key) => patch({ tab: key })} />
        </>
      }
    >
      <LazyArea>
        {!ofModels ? (
          <Pull>
            <Stack gap={10} pad={[12, 12, 24]}>
              {tab === 'service' && <Services storeId={storeId} stores={current.stores} />}
              {tab === 'fee' && <Fees storeId={storeId} stores={current.stores} />}
              {tab === 'cancel' && <CancelRules stores={current.stores} />}
              {tab === 'damage' && <DamagePrices />}
              {tab === 'deposit' && <Deposits storeId={storeId} stores={current.stores} />}
            </Stack>
          </Pull>
        ) : chosen === undefined ? (
          <AllStores kind={tab} layer={layer} keyword={values.keyword} carType={values.carType} />
        ) : (
          <OneStore kind={tab} storeId={chosen} layer={layer} keyword={values.keyword} carType={values.carType} />
        )}
      </LazyArea>
    </Page>
  )
}

interface OneStoreProps {
  readonly kind: Kind
  readonly storeId: string
  readonly layer: Layer
  readonly keyword: string
  readonly carType: number | undefined
}

function OneStore({ kind, storeId, layer, keyword, carType }: OneStoreProps) {
  const { nameOf } = useLayers()
  const mayEdit = useMay('price.edit')
  const rows = useRead(calls.price.rules, { storeId, source: layer }, { keepPrevious: true })
  const plans = useRead(calls.price.plans, { storeId }).data ?? []
  async function refresh() {
    const { error } = await rows.refetch()
    if (error) toast(error.message, { error: true })
  }
  return (
    <Answer of={rows} cards={4} shape="order">
      {(answer) => {
        const found = answer.filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
        const types = [...Map.groupBy(found, (row) => row.carType)].map(([type, { length }]) => ({
          carType: type,
          count: length,
        }))
        const shown = found.filter((row) => carType === undefined || row.carType === carType)
        const isFirst = (row: PriceRow) => mayEdit && kind === 'short' && row.source === 0 && row.rule === null
        const first = shown.filter(isFirst)
        const items = shown.filter((row) => !isFirst(row)).map((row) => pricedRowOf(row, kind, nameOf(layer)))
        return (
          <PriceList
            of={wholeList(
              '车型',
              items,
              ({ key }) => key,
              refresh,
              answer.length === 0 ? (
                <Empty title="暂无车型" note="新建车型后在这里设置价格" />
              ) : (
                first.length === 0 && (
                  <Empty art="search" title="没有匹配的车型" note={keyword && `已筛选：${keyword}`} />
                )
              ),
            )}
            label="门店价格"
            columns={priceColumnsOf(kind, answer)}
            link={(reach, { place }) => place && linkTo(reach, priceScreens.setting, place)}
            head={
              <>
                <TypeChips layer={layer} carType={carType} types={types} />
                {(plans.length > 0 || first.length > 0) && (
                  <Stack gap={10} pad={[0, 12, 10]}>
                    {plans.length > 0 && (
                      <Notice tone="primary" action={{ label: '查看', onClick: () => openPlans({ storeId }) }}>
                        {plans.length} 次改价待生效
                      </Notice>
                    )}
                    {first.length > 0 && <FirstPrices rows={first} />}
                  </Stack>
                )}
              </>
            }
          />
        )
      }}
    </Answer>
  )
}

/** Daily prices for all models of a store that have none yet; they are typed in one list and saved together. */
function FirstPrices({ rows }: { readonly rows: readonly PriceRow[] }) {
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map())
  const save = useWrite(calls.price.begin)
  const filled = rows.flatMap(({ modelId }) => {
    const basePrice = typed.get(modelId)
    return basePrice == null ? [] : [{ modelId, basePrice }]
  })
  async function submit() {
    const done = await save.run({ storeId: rows[0]!.storeId, rows: filled })
    if (!done) return
    feedback.toast(`${done.count} 个车型已定价，可以预订`)
    setTyped(new Map())
  }
  return (
    <Card title={`未定价 · ${rows.length} 款`} extra="平日价，元/天">
      {rows.map(({ storeId, modelId, name, ...row }) => (
        <Row key={modelId} gap={12} pad={[8, 16]} line>
          <Grow>
            <Link to={priceScreens.setting} with={{ storeId, modelId }}>
              <Text ink="link" reach>
                {name}
              </Text>
            </Link>
            <Note num>
              {modelFacts(row)} · {row.vehicles} 辆
            </Note>
          </Grow>
          <Box style={{ flex: '0 0 3.6rem' }}>
            <AmountInput
              aria-label={`${name}平日价`}
              placeholder="日租价"
              value={typed.get(modelId) ?? null}
              onChange={(fen) => setTyped(new Map(typed).set(modelId, fen))}
            />
          </Box>
        </Row>
      ))}
      <Box pad={[8, 16, 12]}>
        <MainButton
          loading={save.pending}
          reason={filled.length === 0 ? '请先填写日租价' : undefined}
          onClick={() => void submit()}
        >
          {filled.length === 0 ? '保存价格' : `保存 ${filled.length} 个价格`}
        </MainButton>
      </Box>
    </Card>
  )
}
