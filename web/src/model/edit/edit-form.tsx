import { carTypes, energies, gearboxes, neededLicences } from '@cheyi/domain/vehicle/codes'
import { lazy, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { go, goBack } from '../../kernel/router.ts'
import { NumberField } from '../../merchant/parts/number-field.tsx'
import { usePictures } from '../../merchant/parts/photos-card.tsx'
import { RecordForm } from '../../merchant/parts/record-form.tsx'
import { type Form, useForm } from '../../merchant/parts/use-form.ts'
import { confirm } from '../../page/confirm.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field } from '../../ui/field.tsx'
import { AmountInput, TextInput } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Tag } from '../../ui/tag.tsx'
import { modelScreens } from '../screens.ts'
import {
  emptyModel,
  factsOf,
  formOf,
  hasBattery,
  hasTank,
  inputOf,
  labels,
  type ModelDetail,
  type ModelForm,
  problemsOf,
  wordsOf,
} from './model-form.ts'

const LibrarySheet = lazy(() => import('./library-sheet.tsx'))
const taken = refusedAs('modelExists')

interface EditFormProps {
  /** null: a new model. */
  readonly stored: ModelDetail | null
  readonly refetch: () => void
}

export function EditForm({ stored, refetch }: EditFormProps) {
  const record = stored === null ? emptyModel : formOf(stored)
  const name = `model:${stored?.modelId ?? 'new'}`
  const form = useForm({ name, stored: record, check: problemsOf, refetch })
  const { value, set, problems } = form
  const pictures = usePictures('model', stored?.modelId ?? '', value.imageIds)
  const saving = useWrite(calls.model.save, {
    ...form.manner,
    handles: (failure) => taken(failure) || form.manner.handles(failure),
  })
  const [library, setLibrary] = useState<{ open: boolean }>()
  const back = () => goBack(modelScreens.list.path)

  async function save() {
    if (!form.ready()) return
    const saved = await saving.run(inputOf(value, stored, pictures.ids))
    if (!saved) return
    form.done()
    pictures.uploads.forget()
    feedback.toast(stored ? '车型已保存' : '车型已新增')
    if (stored) back()
    else go(modelScreens.list, {}, { replace: true })
  }
  return (
    <RecordForm
      title={stored?.name ?? '新增车型'}
      extra={stored?.status === 0 && <Tag>已停用</Tag>}
      onBack={back}
      form={form}
      record={record}
      isNew={stored === null}
      label={(field) => labels[field]}
      words={wordsOf}
      photos={{
        title: '车型图片',
        note: '第一张显示在列表和订单中；没有图片时显示车型剪影',
        max: 9,
        pictures,
        stored: stored?.images ?? [],
        kept: value.imageIds,
        onKeep: (imageIds) => set({ imageIds }),
      }}
      saving={saving.pending}
      onSave={() => void save()}
      after={stored && <StatusCard stored={stored} />}
    >
      {stored === null && (
        <Card pad>
          <p className="form-photo-note">常见车型不必自己填写，复制后可修改</p>
          <Button block icon="copy" onClick={() => setLibrary({ open: true })}>
            从车型库复制
          </Button>
        </Card>
      )}
      <FactsCard form={form} />
      <Card title="押金与里程">
        <AmountField form={form} name="depositRent" hint="未设置时须另设押金规则，否则不能收押金" />
        <AmountField form={form} name="depositIllegal" />
        <NumberField
          label="每日限里程"
          unit="km"
          hint="0 表示不限"
          value={value.mileageLimitKmPerDay}
          error={problems.mileageLimitKmPerDay}
          onChange={(mileageLimitKmPerDay) => set({ mileageLimitKmPerDay })}
        />
        <AmountField form={form} name="overMileageFenPerKm" suffix="/km" />
        <NumberField
          label="排序"
          hint="小的在前"
          value={value.sort}
          error={problems.sort}
          onChange={(sort) => set({ sort })}
        />
      </Card>
      {library && (
        <Suspense>
          <LibrarySheet
            open={library.open}
            onClose={() => setLibrary({ open: false })}
            onPick={(row) => {
              set(factsOf(row))
              setLibrary({ open: false })
            }}
          />
        </Suspense>
      )}
    </RecordForm>
  )
}

const optionsOf = <V extends number>(list: { items: readonly { name: string; value: number }[] }) =>
  list.items.map(({ name, value }) => ({ value: value as V, label: name }))

type FormProps = { readonly form: Form<ModelForm> }

/** What the model is. */
function FactsCard({ form: { value, set, problems } }: FormProps) {
  const line = (name: 'brand' | 'series' | 'name' | 'config' | 'displacement', most: number, optional = false) => (
    <Field label={labels[name]} error={problems[name]} optional={optional}>
      <TextInput value={value[name]} maxLength={most} onChange={({ target }) => set({ [name]: target.value })} />
    </Field>
  )
  return (
    <Card title="车型信息">
      {line('brand', 20)}
      {line('series', 30)}
      {line('name', 40)}
      {line('config', 40, true)}
      <Field label="车型类别" error={problems.carType} group>
        <ChipRadios
          look="wrap"
          label="车型类别"
          options={optionsOf<NonNullable<ModelForm['carType']>>(carTypes)}
          value={value.carType ?? undefined}
          onChange={(carType) => set({ carType })}
        />
      </Field>
      <Field label="能源类型" group>
        <ChipRadios
          look="wrap"
          label="能源类型"
          options={optionsOf<ModelForm['energy']>(energies)}
          value={value.energy}
          onChange={(energy) => set({ energy })}
        />
      </Field>
      <Field label="变速箱" group>
        <ChipRadios
          look="wrap"
          label="变速箱"
          options={optionsOf<ModelForm['gearbox']>(gearboxes)}
          value={value.gearbox}
          onChange={(gearbox) => set({ gearbox })}
        />
      </Field>
      <NumberField
        label="年款"
        value={value.modelYear}
        error={problems.modelYear}
        placeholder="选填"
        onChange={(modelYear) => set({ modelYear })}
      />
      <NumberField
        label="座位数"
        unit="座"
        value={value.seats}
        error={problems.seats}
        onChange={(seats) => set({ seats })}
      />
      <NumberField
        label="车门数"
        unit="门"
        value={value.doors}
        error={problems.doors}
        onChange={(doors) => set({ doors })}
      />
      {hasTank(value.energy) && (
        <>
          {line('displacement', 20, true)}
          <NumberField
            label="油箱容积"
            unit="L"
            decimals
            hint="按油量差收费时使用"
            value={value.tankL}
            error={problems.tankL}
            onChange={(tankL) => set({ tankL })}
          />
        </>
      )}
      {hasBattery(value.energy) && (
        <>
          <NumberField
            label="电池容量"
            unit="kWh"
            decimals
            hint="按电量差收费时使用"
            value={value.batteryKwh}
            error={problems.batteryKwh}
            onChange={(batteryKwh) => set({ batteryKwh })}
          />
          <NumberField
            label="续航里程"
            unit="km"
            value={value.rangeKm}
            error={problems.rangeKm}
            onChange={(rangeKm) => set({ rangeKm })}
          />
        </>
      )}
      <Field label="准驾车型" error={problems.licenceClass}>
        <Select
          title="准驾车型"
          options={neededLicences.map((one) => ({ value: one as string, label: one }))}
          value={value.licenceClass}
          onChange={(licenceClass) => set({ licenceClass })}
        />
      </Field>
    </Card>
  )
}

interface AmountFieldProps extends FormProps {
  readonly name: 'depositRent' | 'depositIllegal' | 'overMileageFenPerKm'
  readonly hint?: string
  readonly suffix?: string
}

function AmountField({ form: { value, set, problems }, name, hint, suffix }: AmountFieldProps) {
  return (
    <Field label={labels[name]} error={problems[name]} hint={hint} className="form-wide">
      <span className="form-number">
        <AmountInput
          look="box"
          suffix={suffix}
          placeholder="未设置"
          value={value[name]}
          onChange={(fen) => set({ [name]: fen })}
        />
      </span>
    </Field>
  )
}

/** Takes a model out of use, and back. */
function StatusCard({ stored }: { stored: ModelDetail }) {
  const { modelId, status, version, vehicleCount, inServiceCount } = stored
  const moving = useWrite(calls.model.setStatus)
  async function move(to: 0 | 1) {
    const sure =
      to === 1 ||
      (await confirm({
        title: '停用车型？',
        body: '已有订单照常履约，新订单不能选择该车型',
        confirm: '停用',
        cancel: '取消',
        danger: true,
      }))
    if (sure && (await moving.run({ modelId, status: to, version })))
      feedback.toast(to === 1 ? '车型已启用' : '车型已停用')
  }
  return (
    <Card pad title="车型状态">
      <p className="form-photo-note num">
        {vehicleCount}辆车 · {inServiceCount}辆在营
      </p>
      {status === 0 ? (
        <Button loading={moving.pending} onClick={() => void move(1)}>
          启用
        </Button>
      ) : (
        <Button
          variant="danger"
          loading={moving.pending}
          reason={inServiceCount > 0 ? '仍有在营车辆' : undefined}
          onClick={() => void move(0)}
        >
          停用
        </Button>
      )}
    </Card>
  )
}
