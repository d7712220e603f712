import { localDate } from '@cheyi/domain/time'
import { lifecycle, ownerships, useNatures } from '@cheyi/domain/vehicle/codes'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useNow } from '../../kernel/now.ts'
import { go } from '../../kernel/router.ts'
import { NumberField, SwitchField } from '../../merchant/parts/number-field.tsx'
import { usePictures } from '../../merchant/parts/photos-card.tsx'
import { RecordForm } from '../../merchant/parts/record-form.tsx'
import { type Problems, useForm } from '../../merchant/parts/use-form.ts'
import { useModels } from '../../order/parts/models.ts'
import { Card } from '../../ui/card.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Stepper } from '../../ui/choice.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { AmountInput, TextArea, TextInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import {
  emptyVehicle,
  formOf,
  inputOf,
  labels,
  problemsOf,
  type VehicleForm,
  vinWarning,
} from '../parts/vehicle-form.ts'
import type { VehicleDetail } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'

interface EditFormProps {
  /** null: a new vehicle. */
  readonly stored: VehicleDetail | null
  readonly refetch: () => void
  readonly onBack: () => void
}

export function EditForm({ stored, refetch, onBack }: EditFormProps) {
  const today = localDate(useNow())
  const record = stored === null ? emptyVehicle : formOf(stored)
  const form = useForm<VehicleForm>({
    name: `vehicle:${stored?.vehicleId ?? 'new'}`,
    stored: record,
    check: (value) => problemsOf(value, today, stored?.odometerKm) as Problems,
    refetch,
  })
  const { value, set, problems } = form
  const pictures = usePictures('vehicle', stored?.vehicleId ?? '', value.photoIds)
  const models = useModels(true)
  const stores = useRead(calls.store.list, { all: true }, { quiet: true }).data ?? []
  const saving = useWrite(calls.inventory.save, form.manner)
  const text = (name: keyof VehicleForm, most: number, more: { optional?: boolean; hint?: string } = {}) => (
    <Field label={labels[name]} error={problems[name]} hint={more.hint} optional={more.optional}>
      <TextInput
        value={String(value[name])}
        maxLength={most}
        autoCapitalize={name === 'plate' || name === 'vin' ? 'characters' : undefined}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Field>
  )
  const day = (name: 'registerOn' | 'purchaseOn' | 'insuranceEndOn' | 'commercialEndOn' | 'inspectionEndOn') => (
    <Field label={labels[name]} error={problems[name]} optional>
      <DateInput
        title={labels[name]}
        value={value[name] || null}
        onChange={(date) => set({ [name]: date })}
        today={today}
      />
    </Field>
  )

  async function save() {
    if (!form.ready()) return
    const saved = await saving.run(inputOf(value, stored, pictures.ids))
    if (!saved) return
    form.done()
    pictures.uploads.forget()
    const moved = saved.released.length
    feedback.toast(moved > 0 ? `车辆已保存，${moved} 个订单已重新排车` : stored ? '车辆已保存' : '车辆已新增')
    if (stored) onBack()
    else go(inventoryScreens.detail, { id: saved.vehicleId }, { replace: true })
  }
  const moves = stored !== null && (value.homeStoreId !== stored.homeStoreId || value.modelId !== stored.modelId)
  return (
    <RecordForm
      title={stored === null ? '新增车辆' : '编辑车辆'}
      onBack={onBack}
      form={form}
      record={record}
      isNew={stored === null}
      label={(name) => labels[name]}
      words={wordsOf(models, stores)}
      photos={{
        title: '车辆照片',
        max: 9,
        pictures,
        stored: stored?.photos ?? [],
        kept: value.photoIds,
        onKeep: (photoIds) => set({ photoIds }),
      }}
      saving={saving.pending}
      onSave={() => void save()}
    >
      <Card title="车辆">
        {text('plate', 12)}
        <SwitchField
          label="临时号牌"
          checked={value.temporary}
          onChange={(temporary) => set({ temporary, ...(temporary ? {} : { plateExpireOn: '' }) })}
        />
        {value.temporary && (
          <Field label="临牌有效期" error={problems.plateExpireOn} hint="最长90天">
            <DateInput
              title="临牌有效期"
              value={value.plateExpireOn || null}
              onChange={(plateExpireOn) => set({ plateExpireOn: plateExpireOn ?? '' })}
              today={today}
              min={today}
            />
          </Field>
        )}
        {text('vin', 17, { hint: vinWarning(value.vin) })}
        <Field label="车型" error={problems.modelId}>
          <Select
            title="选择车型"
            placeholder="请选择车型"
            search
            options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
            value={value.modelId || undefined}
            onChange={(modelId) => set({ modelId })}
          />
        </Field>
        <Field label="所属门店" error={problems.homeStoreId}>
          <Select
            title="选择门店"
            placeholder="请选择所属门店"
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={value.homeStoreId || undefined}
            onChange={(homeStoreId) => set({ homeStoreId })}
          />
        </Field>
        {moves && stored.lifecycle === lifecycle.inService && (
          <div className="form-note">
            <Notice tone="warning">更换车型或门店后，已预排到此车的订单将自动换车</Notice>
          </div>
        )}
        <NumberField
          label="里程"
          unit="km"
          value={value.odometerKm}
          error={problems.odometerKm}
          onChange={(odometerKm) => set({ odometerKm })}
        />
        {text('parkingNote', 50, { optional: true })}
        <Field label="钥匙数" group className="form-wide">
          <Stepper label="钥匙数" min={0} max={9} value={value.keyCount} onChange={(keyCount) => set({ keyCount })} />
        </Field>
      </Card>
      {stored === null && (
        <Card title="证件有效期">
          {day('insuranceEndOn')}
          {day('inspectionEndOn')}
          {day('commercialEndOn')}
          <p className="form-note">交强险与年检有效才能上架；之后在车辆详情中维护</p>
        </Card>
      )}
      <Card title="登记信息">
        {text('engineNo', 20, { optional: true })}
        {text('colour', 10, { optional: true })}
        {day('registerOn')}
        <Field label="使用性质" group>
          <ChipRadios
            look="wrap"
            label="使用性质"
            options={useNatures.items.map(({ value: code, name }) => ({ value: code, label: name }))}
            value={value.useNature}
            onChange={(useNature) => set({ useNature })}
          />
        </Field>
        <Field label="所有权" group>
          <ChipRadios
            look="wrap"
            label="所有权"
            options={ownerships.items.map(({ value: code, name }) => ({ value: code, label: name }))}
            value={value.ownership}
            onChange={(ownership) => set({ ownership })}
          />
        </Field>
        {text('ownerName', 50, { optional: true })}
        {text('rentalCertNo', 30, { optional: true })}
        {day('purchaseOn')}
        <Field label="购买价格" error={problems.purchase} optional>
          <AmountInput value={value.purchase} onChange={(purchase) => set({ purchase })} />
        </Field>
        <Field label="备注" optional>
          <TextArea value={value.remark} maxLength={200} onChange={({ target }) => set({ remark: target.value })} />
        </Field>
      </Card>
    </RecordForm>
  )
}

/** How a field of a conflict reads. */
const wordsOf =
  (models: readonly { modelId: string; name: string }[], stores: readonly { id: string; name: string }[]) =>
  (name: keyof VehicleForm, one: VehicleForm): string => {
    const value = one[name]
    if (name === 'modelId') return models.find(({ modelId }) => modelId === value)?.name ?? '–'
    if (name === 'homeStoreId') return stores.find(({ id }) => id === value)?.name ?? '–'
    if (name === 'useNature') return useNatures.text(Number(value))
    if (name === 'ownership') return ownerships.text(Number(value))
    if (name === 'photoIds') return `${one.photoIds.length} 张`
    if (name === 'purchase') return one.purchase === null ? '–' : `${one.purchase / 100} 元`
    if (name === 'temporary') return one.temporary ? '是' : '否'
    return value === null || value === '' ? '–' : String(value)
  }
