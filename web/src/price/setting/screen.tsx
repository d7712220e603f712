import './setting.css'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { usePatch, useScreen } from '../../kernel/pages.tsx'
import { goBack } from '../../kernel/router.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { layerOf } from '../parts/layers.ts'
import { priceScreens } from '../screens.ts'
import { SettingForm } from './setting-form.tsx'

/** All that a model costs at a store, on one layer. */
export default function PriceSetting() {
  const { storeId, modelId, source } = useScreen(priceScreens.setting)
  const patch = usePatch()
  const layer = layerOf(source)
  const rules = useRead(calls.price.rules, { storeId, modelId, source: layer }, { quiet: true })
  const back = () => goBack(priceScreens.list.path)
  /** A save begins the form anew, at what is kept now. */
  const [saves, setSaves] = useState(0)
  const row = rules.data?.[0]
  if (row !== undefined)
    return (
      <SettingForm
        key={`${storeId}/${modelId}/${layer}/${saves}`}
        row={row}
        layer={layer}
        onLayer={(chosen) => patch({ source: chosen === 0 ? undefined : chosen })}
        onRefetch={() => void rules.refetch()}
        onSaved={async () => {
          await rules.refetch()
          setSaves((count) => count + 1)
        }}
        onBack={back}
      />
    )
  return (
    <PageFrame narrow header={<NavBar title="价格设置" onBack={back} />}>
      {rules.error ? (
        <LoadError note={rules.error.message} onRetry={() => void rules.refetch()} />
      ) : rules.data ? (
        <Empty art="search" title="车型或门店不存在" action={{ label: '返回', onClick: back }} />
      ) : (
        <Skeleton cards={3} shape="detail" />
      )}
    </PageFrame>
  )
}
