import { formatMoney } from '@cheyi/domain/money'
import { type Adjustable, adjustable } from '@cheyi/domain/pricing/price/adjust'
import { useState } from 'react'
import { calls, feedback, type InputOf, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isStale } from '../../../kernel/call/refused.ts'
import type { Asks } from '../../../page/opened.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { ChipChecks, ChipRadios } from '../../../ui/frame/chips.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { MainButton, Note, Notice, Row } from '../../../ui/layout.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { ChoiceHead, Choices } from '../parts/choices.tsx'
import { type Layer, useLayers } from '../parts/layers.ts'
import { PublishField } from '../parts/publish-field.tsx'
import { MonthRange, type MonthSpan, monthsOf, spanProblem } from './batch-months.tsx'

interface BatchSheetProps extends Asks<true> {
  readonly kind: 'day' | 'month'
  readonly stores: readonly { readonly id: string; readonly name: string }[]
  /** undefined: all stores. */
  readonly storeId: string | undefined
  readonly layer: Layer
}

type Input = InputOf<typeof calls.price.adjust>
type Shown = OutputOf<typeof calls.price.adjust>

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

/** Raises, lowers or sets the prices of many models at many stores; the result is previewed before it is saved. */
export default function BatchSheet({ kind, stores, storeId, layer, answer }: BatchSheetProps) {
  const { nameOf } = useLayers()
  // The price list of every store contains every enabled model, so the list of one store is enough to show all model names.
  const models = useRead(calls.price.rules, { storeId: storeId ?? stores[0]?.id, source: layer }).data ?? []
  const [chosenStores, setStores] = useState(storeId === undefined ? [] : [storeId])
  const [chosenModels, setModels] = useState<string[]>([])
  const [chosenParts, setParts] = useState<Adjustable[]>([...adjustable])
  const [span, setSpan] = useState<MonthSpan>({ from: null, to: null })
  const [amount, setAmount] = useState<Amount>({ way: 'bp', down: false, by: null })
  const [roundTo, setRoundTo] = useState<1 | 100 | 1000>(100)
  const [publishAt, setPublishAt] = useState<string>()
  const [jobId, setJob] = useState<string>()
  const makes = amount.way === 'price' || amount.way === 'ofDaysBp'
  const months = monthsOf(span)
  const input: Input = {
    kind,
    storeIds: chosenStores.length > 0 ? chosenStores : undefined,
    modelIds: chosenModels.length > 0 ? chosenModels : undefined,
    source: layer,
    ...(kind === 'day' ? { parts: chosenParts } : { months }),
    ...inputOf(amount),
    roundTo,
  }
  const missing = !amount.by
    ? '请先填写调整幅度'
    : kind === 'day' && chosenParts.length === 0
      ? '请选择价格项'
      : kind === 'month'
        ? spanProblem(span, makes)
        : undefined
  const preview = useWrite(calls.price.adjust, { quiet: true })
  const adjust = useWrite(calls.price.adjust, { handles: isStale, onFailure: (failure) => isStale(failure) && show() })
  /** The preview and the input that it belongs to; a changed input needs a new preview. */
  const [shown, setShown] = useState<{ answer: Shown; of: string; again: boolean }>()
  const asked = JSON.stringify(input)
  const current = shown?.of === asked ? shown : undefined
  const count = current?.answer.changes ?? 0
  async function show() {
    const done = await preview.run({ ...input, preview: true })
    if (done) setShown({ answer: done, of: asked, again: current !== undefined })
  }
  async function submit() {
    const done = await adjust.run({ ...input, publishAt, version: current?.answer.version })
    if (!done) return
    if (done.jobId !== null) return setJob(done.jobId)
    feedback.toast(done.planId === null ? `已调整 ${done.changes} 处价格` : '已定时，到时自动生效')
    answer(true)
  }
  const title = `批量${kind === 'day' ? '改价' : '改月价'} · ${nameOf(layer)}`
  return (
    <JobSheet
      jobId={jobId}
      doing={title}
      unit="处"
      onDone={() => answer(true)}
      title={title}
      footer={
        <MainButton
          className="num"
          reason={missing}
          loading={preview.pending || adjust.pending}
          onClick={() => void (count > 0 ? submit() : show())}
        >
          {count === 0 ? '预览' : `${publishAt === undefined ? '调整' : '定时调整'} ${count} 处价格`}
        </MainButton>
      }
    >
      <Choices
        label="门店"
        note="（不选为全部）"
        options={stores.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosenStores}
        onChange={setStores}
      />
      <Choices
        label="车型"
        note="（不选为全部）"
        options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
        value={chosenModels}
        onChange={setModels}
      />
      <ChoiceHead>{kind === 'day' ? '价格项' : makes ? '月数' : '月数（不填为已有的全部）'}</ChoiceHead>
      {kind === 'day' ? (
        <ChipChecks label="价格项" look="wrap" options={parts} value={chosenParts} onChange={setParts} />
      ) : (
        <MonthRange span={span} onChange={setSpan} />
      )}
      <ChoiceHead>调整</ChoiceHead>
      <AmountOf ways={kind === 'day' ? dayWays : monthWays} amount={amount} onChange={setAmount} />
      {amount.way !== 'price' && (
        <ChipRadios label="取整" look="wrap" options={roundings} value={roundTo} onChange={setRoundTo} />
      )}
      <Field label="生效时间" hint={publishAt === undefined ? '不选则立即生效，只影响新报价' : undefined}>
        <PublishField value={publishAt} onChange={setPublishAt} />
      </Field>
      {preview.failure && !current && (
        <Note top={4} ink="danger">
          {preview.failure.message}
        </Note>
      )}
      {current && count === 0 && <Note top={4}>没有会变化的价格</Note>}
      {current?.again && <Notice tone="warning">刚有价格被他人修改，已按最新价格重新计算，请再次确认</Notice>}
      {current && count > 0 && <Changes of={current.answer} />}
    </JobSheet>
  )
}

/** The old and the new price of each price that changes. */
function Changes({ of: { rows, changes } }: { of: Shown }) {
  return (
    <>
      <ChoiceHead>调整后（{changes}）</ChoiceHead>
      <Compare
        caption="调整前后"
        columns={['现价', '调整后']}
        rows={rows.flatMap(({ modelName, storeName, prices }) =>
          prices.map(({ label, before, after }) => ({
            label: `${modelName} · ${storeName} · ${label}`,
            cells: [
              before === null ? '未设置' : <s key="before">{formatMoney(before)}</s>,
              <b key="after">{formatMoney(after)}</b>,
            ],
          })),
        )}
      />
      {rows.length < changes && (
        <Note top={8} num>
          另有 {changes - rows.length} 处
        </Note>
      )}
    </>
  )
}

/** A relative change of prices, or their new value. */
interface Amount {
  readonly way: 'bp' | 'fen' | 'price' | 'ofDaysBp'
  readonly down: boolean
  /** Fen or basis points. */
  readonly by: number | null
}

const dayWays = [
  { value: 'bp', label: '按比例' },
  { value: 'fen', label: '按金额' },
] as const
const monthWays = [
  ...dayWays,
  { value: 'ofDaysBp', label: '按日租推算' },
  { value: 'price', label: '统一设为' },
] as const

/** Converts to the fields of the call. */
function inputOf({ way, down, by }: Amount) {
  const signed = by === null ? 0 : down ? -by : by
  return way === 'bp' || way === 'fen' ? { [way]: signed } : { [way]: by ?? 0 }
}

interface AmountOfProps {
  readonly ways: readonly { readonly value: Amount['way']; readonly label: string }[]
  readonly amount: Amount
  readonly onChange: (amount: Amount) => void
}

function AmountOf({ ways, amount, onChange }: AmountOfProps) {
  const { way, down, by } = amount
  const set = (value: number | null) => onChange({ ...amount, by: value })
  return (
    <>
      <ChipRadios
        label="方式"
        look="wrap"
        options={ways}
        value={way}
        onChange={(next) => onChange({ ...amount, way: next, by: null })}
      />
      <Row gap={8} pad={[8, 0]}>
        {(way === 'bp' || way === 'fen') && (
          <Segmented
            label="方向"
            options={[
              { value: 'up', label: '上调' },
              { value: 'down', label: '下调' },
            ]}
            value={down ? 'down' : 'up'}
            onChange={(direction) => onChange({ ...amount, down: direction === 'down' })}
          />
        )}
        {way === 'fen' && <AmountInput aria-label="调整金额" value={by} onChange={set} placeholder="0.00" />}
        {way === 'price' && <AmountInput aria-label="月价" value={by} onChange={set} placeholder="0.00" />}
        {way === 'bp' && (
          <NumberInput aria-label="调整比例" times={100} value={by} onChange={set} suffix="%" placeholder="10" />
        )}
        {way === 'ofDaysBp' && (
          <NumberInput
            aria-label="月价比例"
            times={100}
            value={by}
            onChange={set}
            prefix="30天平日价的"
            suffix="%"
            placeholder="75"
          />
        )}
      </Row>
    </>
  )
}
