import type { Contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { formatMoney } from '@cheyi/domain/money'
import { type Adjustable, adjustable } from '@cheyi/domain/price/adjust'
import { useState } from 'react'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { AmountInput } from '../../ui/field/input.tsx'
import { NumberInput } from '../../ui/field/number-input.tsx'
import { ChipChecks, ChipRadios } from '../../ui/frame/chips.tsx'
import { Segmented } from '../../ui/frame/tabs.tsx'
import { Note, Row } from '../../ui/layout.tsx'
import { Compare } from '../../ui/show/rows.tsx'
import { type Layer, useLayers } from '../parts/layers.ts'
import { PublishField } from '../parts/publish-field.tsx'

interface BatchSheetProps extends Asks<true> {
  readonly stores: readonly { readonly id: string; readonly name: string }[]
  readonly storeId: string | undefined
  readonly layer: Layer
}

type Rows = OutputOf<Contract['price']['adjust']>['rows']

const parts: readonly { value: Adjustable; label: string }[] = [
  { value: 'basePrice', label: '平日价' },
  { value: 'weekendPrice', label: '周末价' },
  { value: 'holidayPrice', label: '节假日价' },
]
const roundings = [
  { value: 1, label: '不取整' },
  { value: 100, label: '取整到元' },
  { value: 1000, label: '取整到10元' },
] as const

/** Each price of the chosen parts, as it is and as it would be; a rule without a weekend or holiday price has none to adjust. */
const changesIn = (rows: Rows, chosen: readonly Adjustable[]) =>
  rows.flatMap(({ modelName, storeName, before, after }) =>
    parts.flatMap(({ value, label }) => {
      const [was, becomes] = [before[value], after[value]]
      if (!chosen.includes(value) || was === null || becomes === null) return []
      return [{ label: `${modelName} · ${storeName} · ${label}`, before: was, after: becomes }]
    }),
  )

/** Raises or lowers the prices of many models, shown before it is done. */
export default function BatchSheet({ stores, storeId, layer, answer }: BatchSheetProps) {
  // Every store has every model.
  const models =
    useRead(calls.price.rules, { storeId: storeId ?? stores[0]?.id, source: layer }, { quiet: true }).data ?? []
  const { nameOf } = useLayers()
  const [chosenStores, setStores] = useState(storeId === undefined ? [] : [storeId])
  const [chosenModels, setModels] = useState<string[]>([])
  const [chosenParts, setParts] = useState<Adjustable[]>([...adjustable])
  const [unit, setUnit] = useState<'fen' | 'bp'>('bp')
  const [down, setDown] = useState(false)
  const [by, setBy] = useState<number | null>(null)
  const [roundTo, setRoundTo] = useState<1 | 100 | 1000>(100)
  const [publishAt, setPublishAt] = useState<string>()
  const signed = by === null ? 0 : down ? -by : by
  const input = {
    storeIds: chosenStores.length > 0 ? chosenStores : undefined,
    modelIds: chosenModels.length > 0 ? chosenModels : undefined,
    source: layer,
    parts: chosenParts,
    ...(unit === 'fen' ? { fen: signed } : { bp: signed }),
    roundTo,
  }
  const ready = signed !== 0 && chosenParts.length > 0
  const preview = useWrite(calls.price.adjust, { quiet: true })
  const adjust = useWrite(calls.price.adjust)
  /** What was shown, and of which input: another input is shown anew first. */
  const [shown, setShown] = useState<{ rows: Rows; of: string }>()
  const asked = JSON.stringify(input)
  const rows = shown?.of === asked ? shown.rows : []
  async function show() {
    const done = await preview.run({ ...input, preview: true })
    if (done) setShown({ rows: done.rows, of: asked })
  }
  async function submit() {
    const done = await adjust.run({ ...input, publishAt })
    if (!done) return
    feedback.toast(done.planId === null ? `已调整 ${done.rows.length} 个价格` : '已定时，到时自动生效')
    answer(true)
  }
  return (
    <OpenedSheet
      title={`批量改价 · ${nameOf(layer)}`}
      footer={
        <Button
          variant="primary"
          size="l"
          block
          className="num"
          reason={ready ? undefined : '请先填写调整幅度'}
          loading={preview.pending || adjust.pending}
          onClick={() => void (rows.length > 0 ? submit() : show())}
        >
          {rows.length === 0 ? '预览' : `${publishAt === undefined ? '调整' : '定时调整'} ${rows.length} 个价格`}
        </Button>
      }
    >
      <Note as="h3" below={8} weight="r">
        门店（不选为全部）
      </Note>
      <ChipChecks
        label="门店"
        look="wrap"
        options={stores.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosenStores}
        onChange={setStores}
      />
      <Note as="h3" top={16} below={8} weight="r">
        车型（不选为全部）
      </Note>
      <ChipChecks
        label="车型"
        look="wrap"
        options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
        value={chosenModels}
        onChange={setModels}
      />
      <Note as="h3" top={16} below={8} weight="r">
        价格项
      </Note>
      <ChipChecks label="价格项" look="wrap" options={parts} value={chosenParts} onChange={setParts} />
      <Note as="h3" top={16} below={8} weight="r">
        调整
      </Note>
      <Segmented
        label="方向"
        options={[
          { value: 'up', label: '上调' },
          { value: 'down', label: '下调' },
        ]}
        value={down ? 'down' : 'up'}
        onChange={(direction) => setDown(direction === 'down')}
      />
      <Row gap={8} pad={[4, 0]}>
        <Segmented
          label="单位"
          options={[
            { value: 'bp', label: '按比例' },
            { value: 'fen', label: '按金额' },
          ]}
          value={unit}
          onChange={(next) => {
            setUnit(next)
            setBy(null)
          }}
        />
        {unit === 'fen' ? (
          <AmountInput look="box" aria-label="调整金额" value={by} onChange={setBy} placeholder="0.00" />
        ) : (
          <NumberInput
            look="box"
            aria-label="调整比例"
            times={100}
            value={by}
            onChange={setBy}
            suffix="%"
            placeholder="10"
          />
        )}
      </Row>
      <ChipRadios label="取整" look="wrap" options={roundings} value={roundTo} onChange={setRoundTo} />
      <Field
        label="生效时间"
        layout="stack"
        hint={publishAt === undefined ? '不选则立即生效，只影响新报价' : undefined}
      >
        <PublishField value={publishAt} onChange={setPublishAt} />
      </Field>
      {preview.failure && rows.length === 0 && <p className="field-error">{preview.failure.message}</p>}
      {shown?.of === asked && rows.length === 0 && <p className="field-hint">没有符合条件的价格</p>}
      {rows.length > 0 && (
        <>
          <Note as="h3" top={16} below={8} weight="r" num>
            调整后（{rows.length}）
          </Note>
          <Compare
            caption="调整前后"
            columns={['现价', '调整后']}
            rows={changesIn(rows, chosenParts).map(({ label, before, after }) => ({
              label,
              cells: [<s key="before">{formatMoney(before)}</s>, <b key="after">{formatMoney(after)}</b>],
            }))}
          />
        </>
      )}
    </OpenedSheet>
  )
}
