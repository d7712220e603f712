import { useState } from 'react'
import { isStale } from '../../form/stale.ts'
import { faultsOf, useProblems } from '../../form/use-problems.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import type { CallFailure } from '../../kernel/call/failure.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { confirm } from '../../page/confirm.ts'
import { Page } from '../../page/frame.tsx'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { NavAction } from '../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import { Tabs } from '../../ui/frame/tabs.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { ConflictCard, type Theirs } from '../parts/conflict-card.tsx'
import { follows, type Layer, layerOf, type PriceRow, type Rule, useLayers } from '../parts/layers.ts'
import { ModelStrip } from '../parts/model-strip.tsx'
import { PublishField } from '../parts/publish-field.tsx'
import { openHistory, openPlans } from '../parts/sheets.ts'
import { DayPrices, LengthDiscounts, MonthPrices, RentalRules } from './fields.tsx'
import { changesOf, formOf, longOfForm, type PriceForm, problemsOf, ruleInput } from './form.ts'

interface SettingFormProps {
  readonly row: PriceRow
  readonly layer: Layer
  readonly onLayer: (layer: Layer) => void
  readonly onRefetch: () => void
  readonly onSaved: () => Promise<void>
  readonly onBack: () => void
}

/** What stands there now, as the answer to a writer who has not seen it tells. */
interface Current {
  readonly rule: Rule | null
  readonly long: PriceRow['long']
  readonly longVersion: number
}

export function SettingForm({ row, layer, onLayer, onRefetch, onSaved, onBack }: SettingFormProps) {
  const { storeId, modelId } = row
  const { nameOf, tabs } = useLayers()
  /** What the form began with: an answer that comes later does not change what is typed, nor whose version is sent. */
  const [began, setBegan] = useState({
    version: row.rule?.version ?? 0,
    longVersion: row.longVersion,
    rule: row.rule,
    long: row.long,
  })
  const [form, setForm] = useState<PriceForm>(() => formOf(row))
  const { problems, show, settle, frame } = useProblems()
  const [theirs, setTheirs] = useState<Theirs<Current>>()
  const [publishAt, setPublishAt] = useState<string>()
  /** What is typed has been kept, though the row that says so is still on its way. */
  const [kept, setKept] = useState(false)
  const save = useWrite(calls.price.saveRule, {
    handles: (failure) => isStale(failure) || failure.field !== null,
    onFailure: answer,
  })
  const follow = useWrite(calls.price.follow)
  const lines = changesOf(began, form)
  const following = follows(row)

  function change(changes: Partial<PriceForm>) {
    const next = { ...form, ...changes }
    setForm(next)
    setKept(false)
    settle(problemsOf(next))
  }
  function answer(failure: CallFailure) {
    if (isStale(failure)) {
      setTheirs(failure.data as Theirs<Current>)
      onRefetch()
    } else show(faultsOf(failure))
  }
  async function submit() {
    if (!show(problemsOf(form))) return
    const done = await save.run({
      storeId,
      modelId,
      source: layer,
      version: began.version,
      ...ruleInput(form),
      longVersion: began.longVersion,
      longRows: longOfForm(form),
      publishAt,
    })
    if (!done) return
    setKept(true)
    feedback.toast(done.planId === null ? '已保存，只影响新报价' : `已定时，${publishAt} 生效`)
    await onSaved()
  }
  /** Goes on with what is typed, knowing what it replaces. */
  function keepMine() {
    if (!theirs) return
    const { rule, long, longVersion } = theirs.current
    setBegan({ version: rule?.version ?? 0, longVersion, rule, long })
    setTheirs(undefined)
  }
  async function followAgain() {
    const sure = await confirm({
      title: '恢复跟随基础价？',
      body: `${nameOf(layer)}的独立价、长租月价和日历价都会取消，之后随基础价变化。`,
      confirm: '恢复跟随',
      cancel: '再想想',
    })
    if (!sure || layer === 0) return
    if (await follow.run({ storeId, modelId, source: layer })) {
      feedback.toast('已恢复跟随基础价')
      await onSaved()
    }
  }
  async function leave() {
    const leaving =
      kept ||
      lines.length === 0 ||
      (row.source !== 0 && following) ||
      (await confirm({ title: '还没有保存', body: '离开后本次修改不会保留。', confirm: '离开', cancel: '继续编辑' }))
    if (leaving) onBack()
  }
  const place = { storeId, modelId, source: layer }
  return (
    <Page
      onBack={() => void leave()}
      right={
        row.rule && (
          <NavAction onClick={() => void open(() => import('./copy-sheet.tsx'), { row, layer })}>复制到</NavAction>
        )
      }
      head={
        <>
          <ModelStrip
            model={row}
            note={
              <>
                {row.storeName} · {row.vehicles} 辆 · {nameOf(layer)}
              </>
            }
          />
          <Tabs
            label="渠道"
            items={tabs}
            value={String(layer)}
            onChange={(chosen) => onLayer(layerOf(Number(chosen)))}
          />
        </>
      }
      footer={
        <ActionBar>
          <Button size="l" onClick={() => void open(() => import('./trial-sheet.tsx'), { place, form })}>
            预览
          </Button>
          <Button
            variant="primary"
            size="l"
            block
            loading={save.pending}
            reason={lines.length === 0 && !following ? '价格没有变化' : undefined}
            onClick={() => void submit()}
          >
            {publishAt === undefined ? (following ? '保存为独立价' : '保存') : '定时保存'}
          </Button>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={frame} className="price-setting">
        {theirs && (
          <ConflictCard
            noun="价格"
            theirs={theirs}
            lines={changesOf(theirs.current, form)}
            onTheirs={() => void onSaved()}
            onMine={keepMine}
          />
        )}
        {row.waiting > 0 && (
          <Notice tone="primary" action={{ label: '查看', onClick: () => openPlans({ storeId, modelId }) }}>
            {row.waiting} 次改价待生效
          </Notice>
        )}
        {layer !== 0 &&
          (following ? (
            <Notice tone="primary">正在跟随基础价；保存后成为{nameOf(layer)}的独立价</Notice>
          ) : (
            <Notice tone="warning" action={{ label: '恢复跟随', onClick: () => void followAgain() }}>
              {nameOf(layer)}独立价，不随基础价变化
            </Notice>
          ))}
        <DayPrices form={form} problems={problems} onChange={change} />
        <LengthDiscounts form={form} problems={problems} onChange={change} />
        <MonthPrices form={form} problems={problems} onChange={change} place={place} />
        <RentalRules form={form} problems={problems} onChange={change} />
        <Card>
          <Field label="生效时间" hint={publishAt === undefined ? undefined : '到时自动生效，只改这次修改的项目'} group>
            <PublishField value={publishAt} onChange={setPublishAt} />
          </Field>
          <Cell label="变更记录" chevron onClick={() => openHistory(place)}>
            谁在何时改了什么
          </Cell>
        </Card>
      </Stack>
    </Page>
  )
}
