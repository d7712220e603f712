import { useState } from 'react'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { Box, MainButton, Row } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { ChangeLines } from '../parts/changes.tsx'
import { ChoiceHead, Choices } from '../parts/choices.tsx'
import { type Layer, layerOf, type PriceRow, useLayers } from '../parts/layers.ts'

interface CopySheetProps extends Asks<true> {
  readonly row: PriceRow
  readonly layer: Layer
}

type Part = 'rule' | 'long' | 'calendar'
type Rows = OutputOf<typeof calls.price.copy>['rows']

const parts: readonly { value: Part; label: string }[] = [
  { value: 'rule', label: '短租价格与规则' },
  { value: 'long', label: '长租月价' },
  { value: 'calendar', label: '价格日历' },
]

/** Copies the saved price to other stores, models and channels; the result is previewed before it is saved. */
export default function CopySheet({ row, layer, answer }: CopySheetProps) {
  const { storeId, modelId } = row
  const { tabs, nameOf } = useLayers(layer)
  const { stores } = useCurrentStore()
  const models = useRead(calls.price.rules, { storeId, source: layer }).data ?? []
  const [storeIds, setStores] = useState<string[]>([storeId])
  const [modelIds, setModels] = useState<string[]>([modelId])
  const [sources, setSources] = useState<string[]>([String(layer)])
  const [chosen, setParts] = useState<Part[]>(['rule'])
  const [shown, setShown] = useState<{ rows: Rows; of: string }>()
  const input = {
    storeId,
    modelId,
    source: layer,
    storeIds,
    modelIds,
    sources: sources.map((source) => layerOf(Number(source))),
    parts: chosen,
  }
  const asked = JSON.stringify(input)
  const rows = shown?.of === asked ? shown.rows : undefined
  const preview = useWrite(calls.price.copy)
  const copy = useWrite(calls.price.copy)
  const count = storeIds.length * modelIds.length * sources.length
  const onlyItself = count === 1 && storeIds[0] === storeId && modelIds[0] === modelId && sources[0] === String(layer)
  async function submit() {
    if (rows === undefined) {
      const done = await preview.run({ ...input, preview: true })
      if (done) setShown({ rows: done.rows, of: asked })
      return
    }
    const done = await copy.run(input)
    if (!done) return
    feedback.toast(`已复制到 ${done.rows.length} 处`)
    answer(true)
  }
  return (
    <OpenedSheet
      title="复制到"
      footer={
        <MainButton
          className="num"
          reason={
            count === 0 || onlyItself
              ? '请选择要复制到的门店、车型或渠道'
              : chosen.length === 0
                ? '请选择要复制的内容'
                : rows?.length === 0
                  ? '所选处的价格已经一样'
                  : undefined
          }
          loading={preview.pending || copy.pending}
          onClick={() => void submit()}
        >
          {rows === undefined ? '预览' : `复制到 ${rows.length} 处`}
        </MainButton>
      }
    >
      <Choices label="内容" options={parts} value={chosen} onChange={setParts} />
      <Choices
        label="门店"
        options={stores.map(({ id, name }) => ({ value: id, label: name }))}
        value={storeIds}
        onChange={setStores}
      />
      <Choices
        label="车型"
        options={models.map((model) => ({ value: model.modelId, label: model.name }))}
        value={modelIds}
        onChange={setModels}
      />
      <Choices
        label="渠道"
        options={tabs.map(({ key, label }) => ({ value: key, label }))}
        value={sources}
        onChange={setSources}
      />
      {rows !== undefined && rows.length > 0 && (
        <>
          <ChoiceHead> 将改变 {rows.length} 处</ChoiceHead>
          <Box as="ul" pad={[12, 0]} divided>
            {rows.map((place) => (
              <li key={`${place.storeId}/${place.modelId}/${place.source}`}>
                <Row as="p" gap={[4, 8]} below={4} wrap className="change-head">
                  {place.modelName} · {place.storeName}
                  <Tag>{nameOf(place.source)}</Tag>
                </Row>
                <ChangeLines lines={place.lines} />
              </li>
            ))}
          </Box>
        </>
      )}
    </OpenedSheet>
  )
}
