import { useState } from 'react'
import { priceSaveRule } from '../../../form/calls/price-save-rule.gen.ts'
import { FormCards, SaveButton } from '../../../form/form-page.tsx'
import { useRecord } from '../../../form/use-form.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import { confirm, open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Button, Card, Cell, Notice, Stack } from '../../../ui/layout.tsx'
import { follows, type Layer, layerOf, type PriceRow, useLayers } from '../parts/layers.ts'
import { ModelStrip } from '../parts/model-strip.tsx'
import { PublishField } from '../parts/publish-field.tsx'
import { openHistory, openPlans } from '../parts/sheets.ts'
import { DayPrices, LengthDiscounts, MonthPrices, RentalRules } from './fields.tsx'
import { changedInput, formOf, problemsOf } from './form.ts'

interface SettingFormProps {
  readonly row: PriceRow
  readonly layer: Layer
  readonly onLayer: (layer: Layer) => void
  readonly refetch: () => void
}

const { call, fields: rules } = priceSaveRule

export function SettingForm({ row, layer, onLayer, refetch }: SettingFormProps) {
  const { storeId, modelId } = row
  const place = { storeId, modelId, source: layer }
  const { nameOf, tabs } = useLayers(layer)
  const [publishAt, setPublishAt] = useState<string>()
  const following = follows(row)
  const seen = { version: row.rule?.version ?? 0, longVersion: row.longVersion }
  // Discounts have other fields in the form than in the call, so the rules of the domain check them.
  const form = useRecord({
    call: call as WireCall<object, { readonly planId: string | null }>,
    id: `${storeId}/${modelId}/${layer}`,
    rules,
    stored: formOf(row),
    wrong: problemsOf,
    inputOf: (value, names) => ({
      ...place,
      ...changedInput(value, names, seen, following || row.rule === null),
      publishAt,
    }),
    refetch,
    onSaved({ planId }) {
      feedback.toast(planId === null ? '已保存，只影响新报价' : `已定时，${publishAt} 生效`)
      setPublishAt(undefined)
      refetch()
    },
  })
  const { fields } = form
  const follow = useWrite(calls.price.follow)
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
      refetch()
    }
  }
  return (
    <Page
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
          <Button size="l" onClick={() => void open(() => import('./trial-sheet.tsx'), { place, form: form.value })}>
            预览
          </Button>
          <SaveButton
            of={form}
            touched={following}
            action={publishAt === undefined ? (following ? '保存为独立价' : '保存') : '定时保存'}
          />
        </ActionBar>
      }
    >
      <FormCards of={form}>
        <Stack gap={12} className="price-setting">
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
          <DayPrices fields={fields} />
          <LengthDiscounts fields={fields} />
          <MonthPrices fields={fields} place={place} />
          <RentalRules fields={fields} />
          <Card>
            <Field
              label="生效时间"
              hint={publishAt === undefined ? undefined : '到时自动生效，只改这次修改的项目'}
              group
            >
              <PublishField value={publishAt} onChange={setPublishAt} />
            </Field>
            <Cell label="变更记录" chevron onClick={() => openHistory(place)}>
              谁在何时改了什么
            </Cell>
          </Card>
        </Stack>
      </FormCards>
    </Page>
  )
}
