import { alarmLevels, fenceRule, fenceRules } from '@cheyi/domain/fleet/vehicle-control/codes'
import { type FenceHours, hoursText, shapeProblem } from '@cheyi/domain/fleet/vehicle-control/fence'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { circleRing } from '@cheyi/domain/platform/geo/distance'
import { useState } from 'react'
import { vehicleControlFenceSave } from '../../../form/calls/vehicle-control-fence-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FieldNote } from '../../../form/field-row.tsx'
import { NumberField, SwitchField, TextField } from '../../../form/fields.tsx'
import type { Typed } from '../../../form/form-call.ts'
import { errorOf, type FormField } from '../../../form/form-field.ts'
import { FormPage } from '../../../form/form-page.tsx'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, feedback, type InputOf, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { goBack } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { ALL_STORES, useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { areaWords } from '../../../platform/store/parts/map/points.ts'
import { TimeInput } from '../../../ui/date/time-input.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Card, Note, Notice, Row } from '../../../ui/layout.tsx'
import { later } from '../../../ui/media/later.tsx'
import { vehicleControlScreens } from '../screens.ts'

const RingPage = later(() => import('../../../platform/store/parts/map/ring-page.tsx'))
const CirclePage = later(() => import('./circle-page.tsx'))

type Stored = OutputOf<typeof calls.vehicleControl.fenceDetail>
type Given = Typed<InputOf<typeof calls.vehicleControl.fenceSave>>

const USUAL_RADIUS_M = 1000
const shapes = [
  { value: 'circle', label: '圆形' },
  { value: 'ring', label: '多边形' },
] as const
const levels = alarmLevels.values.map((value) => ({ value, label: alarmLevels.text(value) }))

const formOf = (fence: Stored): Given => ({
  fenceId: fence.fenceId,
  version: fence.version,
  name: fence.name,
  rule: fence.rule,
  center: fence.center,
  radiusM: fence.radiusM,
  ring: fence.ring,
  limitKmh: fence.limitKmh,
  level: fence.level,
  storeId: fence.storeId,
  vehicleIds: fence.vehicles.map(({ vehicleId }) => vehicleId),
  hours: fence.hours,
  active: fence.active,
})

const blank = (storeId: string | null): Given => ({
  fenceId: null,
  version: null,
  name: '',
  rule: null,
  center: null,
  radiusM: USUAL_RADIUS_M,
  ring: [],
  limitKmh: null,
  level: 2,
  storeId,
  vehicleIds: [],
  hours: null,
  active: true,
})

export function FenceForm({ stored, refetch }: { readonly stored: Stored | null; readonly refetch: () => void }) {
  const { part } = useScreen(vehicleControlScreens.fence)
  const patch = usePatch()
  const whole = useMayWhole('vehicleControl.device')
  const { stores } = useCurrentStore()
  const [plates, setPlates] = useState(
    new Map(stored?.vehicles.map(({ vehicleId, plate }) => [vehicleId, plate]) ?? []),
  )
  const back = () => goBack(vehicleControlScreens.fences.path)
  const form = useForm(vehicleControlFenceSave, {
    id: stored?.fenceId ?? 'new',
    stored: stored === null ? blank(whole ? null : (stores[0]?.id ?? null)) : formOf(stored),
    toInput: (value) => ({
      ...value,
      ...(value.center ? { ring: [] } : { radiusM: null }),
      limitKmh: value.rule === fenceRule.speed ? (value.limitKmh ?? null) : null,
      hours: value.rule === fenceRule.noCut ? null : (value.hours ?? null),
    }),
    also: (value) => ({
      ring: problemOf(value),
      limitKmh: value.rule === fenceRule.speed && value.limitKmh == null && '请输入限速',
      storeId: !whole && !value.storeId && '请选择门店',
    }),
    refetch,
    onSaved() {
      feedback.toast('围栏已保存，几秒内生效')
      back()
    },
  })
  const removing = useWrite(calls.vehicleControl.fenceRemove)
  const { fields, value, set } = form
  const [shape, setShape] = useState<'circle' | 'ring'>((stored?.ring.length ?? 0) > 0 ? 'ring' : 'circle')
  const ring = value.ring ?? []
  const center = value.center ?? null
  const start = useStart(value.storeId ?? null)
  const close = () => history.back()
  if (part === 'ring')
    return (
      <RingPage
        title={value.name ?? ''}
        noun="围栏"
        first={ring}
        others={[]}
        place={start.place}
        cityCode={start.cityCode}
        onChange={(next) => {
          set({ ring: [...next], center: null })
          close()
        }}
        onBack={close}
      />
    )
  if (part === 'circle')
    return (
      <CirclePage
        title={value.name ?? ''}
        first={center}
        cityCode={start.cityCode}
        radiusM={value.radiusM ?? USUAL_RADIUS_M}
        onChange={(next, radiusM) => {
          set({ center: next, radiusM, ring: [] })
          close()
        }}
        onBack={close}
      />
    )
  const drawn = shape === 'circle' ? center !== null : ring.length > 0
  const drawnText =
    shape === 'ring'
      ? areaWords(ring)
      : `半径 ${radiusText(value.radiusM ?? 0)} · ${areaWords(circleRing(center ?? { lng: 0, lat: 0 }, value.radiusM ?? 0)).split(' · ')[1]}`
  async function remove() {
    if (stored === null) return
    const sure = await confirm({ title: `删除围栏「${stored.name}」？`, body: '未处理的报警会保留', confirm: '删除' })
    if (!sure || !(await removing.run({ fenceId: stored.fenceId, version: stored.version }))) return
    feedback.toast('围栏已删除')
    back()
  }
  async function addCars() {
    const chosen = await open(() => import('./cars-sheet.tsx'), { chosen: plates })
    if (!chosen) return
    setPlates(chosen)
    set({ vehicleIds: [...chosen.keys()] })
  }
  return (
    <FormPage of={form} title={stored?.name ?? '新建围栏'} onBack={back} touched={stored === null}>
      <Card>
        <TextField of={fields.name} placeholder="如：虹桥店周边" />
        <CodeField of={fields.rule} codes={fenceRules} />
        {value.rule === fenceRule.speed && <NumberField of={fields.limitKmh} unit="km/h" />}
        {value.rule === fenceRule.noCut ? (
          <Box pad={[0, 16, 12]}>
            <Notice>在此区域内一律不断油电，保存后立即生效。系统没有道路数据，高速、隧道、桥梁须自行画出</Notice>
          </Box>
        ) : (
          <SegmentedField of={fields.level} options={levels} />
        )}
      </Card>
      <Card title="范围" data-field-error={errorOf(fields.ring) ? true : undefined}>
        <Field label="形状" group>
          <Segmented label="形状" options={shapes} value={shape} onChange={setShape} />
        </Field>
        <Row gap={12} pad={[4, 16, 12]} justify="between" note>
          <span className="num">{drawn ? drawnText : '还没有画范围'}</span>
          <Button size="s" icon="edit" onClick={() => patch({ part: shape }, { push: true })}>
            {drawn ? '修改范围' : '画范围'}
          </Button>
        </Row>
        {errorOf(fields.ring) && (
          <Box pad={[0, 16, 12]}>
            <Note ink="danger" role="alert">
              {errorOf(fields.ring)}
            </Note>
          </Box>
        )}
      </Card>
      <Card title="适用车辆">
        <SelectField
          of={fields.storeId}
          optional={false}
          placeholder={whole ? ALL_STORES : '请选择门店'}
          options={[
            ...(whole ? [{ value: '', label: ALL_STORES }] : []),
            ...stores.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Field
          label="车辆"
          hint={
            plates.size === 0
              ? '不选车辆时对所选门店的全部车辆生效'
              : [...plates.values()].map((plate) => displayPlate(plate)).join('、')
          }
          extra={
            <Button size="s" onClick={() => void addCars()}>
              选择车辆
            </Button>
          }
        >
          <span className="num">{plates.size === 0 ? '全部车辆' : `${plates.size} 辆`}</span>
        </Field>
      </Card>
      {value.rule !== fenceRule.noCut && <HoursFields of={fields.hours} />}
      <Card>
        <SwitchField of={fields.active} label="启用" />
      </Card>
      {stored !== null && (
        <Row justify="center">
          <Button variant="danger" loading={removing.pending} onClick={() => void remove()}>
            删除围栏
          </Button>
        </Row>
      )}
    </FormPage>
  )
}

const radiusText = (metres: number): string => (metres < 1000 ? `${metres} 米` : `${metres / 1000} 公里`)

function problemOf({ center, radiusM, ring }: Given): string | false {
  if (center) return shapeProblem({ center, radiusM: radiusM ?? 0 }) ?? false
  return (ring ?? []).length === 0 ? '请画出范围' : (shapeProblem({ ring: ring! }) ?? false)
}

/** The chosen store, or else the first one with a position: the map begins there. */
function useStart(storeId: string | null) {
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 }).data ?? []
  const placed = stores.filter(({ lat, lng }) => lat !== null && lng !== null)
  const store = placed.find(({ id }) => id === storeId) ?? placed[0]
  return store
    ? { place: { lat: store.lat!, lng: store.lng! }, cityCode: store.cityCode }
    : { place: null, cityCode: '' }
}

const NIGHT = { from: 22 * 60, to: 6 * 60 }

const clock = (minute: number): string => hoursText({ from: minute, to: 0 }).slice(0, 5)
const minuteOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** The hours at which a fence holds; the end may be on the next day. */
function HoursFields({ of }: { readonly of: FormField<FenceHours | null> }) {
  const { value, set } = of
  return (
    <Card title="时段">
      <Field label="全天" inline>
        <Switch checked={value === null} onChange={({ target }) => set(target.checked ? null : NIGHT)} />
      </Field>
      {value !== null && (
        <>
          <Field label="开始时间">
            <TimeInput
              value={clock(value.from)}
              onChange={(time) => time !== '' && set({ ...value, from: minuteOf(time) })}
            />
          </Field>
          <Field label="结束时间" hint={value.to < value.from ? '次日结束' : undefined}>
            <TimeInput
              value={clock(value.to)}
              onChange={(time) => time !== '' && set({ ...value, to: minuteOf(time) })}
            />
          </Field>
        </>
      )}
      <FieldNote of={of} words={hoursText} />
    </Card>
  )
}
