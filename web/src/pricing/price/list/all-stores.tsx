import { carTypes } from '@cheyi/domain/fleet/inventory/codes'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useLast } from '../../../kernel/last.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { readCode } from '../../../page/list/chips-filter.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { open } from '../../../page/open.ts'
import { Box, Notice } from '../../../ui/layout.tsx'
import type { Layer } from '../parts/layers.ts'
import { openPlans } from '../parts/sheets.ts'
import { type Kind, type PricedModel, priceColumnsOf, pricedRowOfModel } from './price-columns.tsx'
import { PriceList } from './price-list.tsx'
import { TypeChips } from './type-chips.tsx'

interface AllStoresProps {
  readonly kind: Kind
  readonly layer: Layer
  readonly keyword: string
  readonly carType: number | undefined
}

/** The prices of every model at all stores. */
export default function AllStores({ kind, layer, keyword, carType }: AllStoresProps) {
  const patch = usePatch()
  const narrowed = keyword !== '' || carType !== undefined
  const models = useListPage(
    calls.price.models,
    { source: layer, keyword: keyword || undefined, carType: readCode(carTypes, String(carType)) },
    {
      noun: '车型',
      keyOf: ({ modelId }) => modelId,
      narrowed: narrowed ? { clear: () => patch({ keyword: undefined, carType: undefined }) } : undefined,
      empty: { note: '新建车型后在这里设置价格' },
      keepPrevious: true,
    },
  )
  const types = useLast(models.first?.carTypes ?? undefined) ?? []
  const plans = useRead(calls.price.plans, {}).data ?? []
  const columns = priceColumnsOf(
    kind,
    models.items.flatMap(({ places }) => places),
  )
  return (
    <PriceList
      of={{
        ...models,
        first: models.first && { ...models.first, list: [] },
        items: models.items.map((model) => pricedRowOfModel(model, kind)),
        keyOf: ({ key }) => key,
      }}
      label="全部门店价格"
      columns={columns}
      link={(_, { model }) => ({
        onClick: () => void open(() => import('./model-sheet.tsx'), { model: model as PricedModel, kind, layer }),
      })}
      head={
        <>
          <TypeChips layer={layer} carType={carType} types={types} />
          {plans.length > 0 && (
            <Box pad={[0, 12, 10]}>
              <Notice tone="primary" action={{ label: '查看', onClick: () => openPlans({}) }}>
                {plans.length} 次改价待生效
              </Notice>
            </Box>
          )}
        </>
      }
    />
  )
}
