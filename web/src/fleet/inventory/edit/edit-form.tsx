import {
  isInService,
  ownerships,
  plateColors,
  plateKind,
  plateKinds,
  useNatures,
} from '@cheyi/domain/fleet/inventory/codes'
import type { CarSign } from '@cheyi/domain/platform/check/sign-reading'
import { localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { inventorySave } from '../../../form/calls/inventory-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { DateField } from '../../../form/date-field.tsx'
import { FieldRow } from '../../../form/field-row.tsx'
import { NumberField, SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { draftNameOf } from '../../../form/form-call.ts'
import { FormPage } from '../../../form/form-page.tsx'
import PhotosCard from '../../../form/photos-card.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { TagsField } from '../../../form/tags-field.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { filesOfRecordOr } from '../../../kernel/media/files-of.ts'
import { useFormFiles } from '../../../kernel/media/form-files.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Stepper } from '../../../ui/field/stepper.tsx'
import { Box, Card, Note, Notice } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { useModels } from '../../model/parts/models.ts'
import { ScanSign } from '../parts/scan-sign.tsx'
import {
  emptyVehicle,
  formOf,
  inputOf,
  isTemporary,
  kindOf,
  usualColor,
  vehicleProblems,
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
  const fresh = useFormFiles(draftNameOf(inventorySave, 'new'))
  const uploads = useUploads('vehicle', filesOfRecordOr(stored?.vehicleId, fresh))
  const models = useModels(true)
  const tags = useRead(calls.inventory.tags, {}).data ?? []
  const stores = useRead(calls.store.list, { all: true }).data ?? []
  const form = useForm(inventorySave, {
    id: stored?.vehicleId ?? 'new',
    stored: stored === null ? emptyVehicle : formOf(stored),
    toInput: (value) => inputOf(value, stored, uploads.mediaIds()),
    also: (value) => vehicleProblems(value, today, stored?.odometerKm),
    refetch,
    onSaved(saved) {
      uploads.forget()
      const moved = saved.released.length
      feedback.toast(moved > 0 ? `车辆已保存，${moved} 个订单已重新排车` : stored ? '车辆已保存' : '车辆已新建')
      if (stored) onBack()
      else go(inventoryScreens.detail, { id: saved.vehicleId }, { replace: true })
    },
  })
  const { fields, value } = form
  const [read, setRead] = useState<Readonly<Partial<Record<CarSign, string>>>>({})
  const temporary = isTemporary(value)
  const kind = kindOf(value)
  /** The camera button of a field, and the hint below a field that was filled from a photo. */
  const scanned = (sign: CarSign, hint?: string) => ({
    hint: read[sign] !== undefined && read[sign] === value[sign] ? '已按照片填写，请核对' : hint,
    extra: (
      <ScanSign
        sign={sign}
        onRead={(text) => {
          fields[sign].set(text)
          setRead({ ...read, [sign]: text })
        }}
      />
    ),
  })
  const moves = stored !== null && (value.homeStoreId !== stored.homeStoreId || value.modelId !== stored.modelId)
  return (
    <FormPage
      of={form}
      title={stored === null ? '新建车辆' : '编辑车辆'}
      onBack={onBack}
      touched={stored === null || uploads.items.length > 0}
      reason={uploads.unsent > 0 ? '照片还在上传' : undefined}
    >
      <Card title="车辆">
        <TextField of={fields.plate} autoCapitalize="characters" {...scanned('plate')} />
        <SwitchField
          label="临时号牌"
          of={{
            ...fields.plateKind,
            value: temporary,
            theirs: fields.plateKind.theirs && { value: fields.plateKind.theirs.value === plateKind.temporary },
            set: (on) => form.set(on ? { plateKind: plateKind.temporary } : { plateKind: null, plateExpireOn: null }),
          }}
        />
        {temporary && <DateField of={fields.plateExpireOn} hint="最长90天" ahead />}
        <CodeField
          of={{ ...fields.plateColor, value: value.plateColor ?? usualColor(value) }}
          codes={plateColors}
          hint={kind === null ? '未选时按车牌确定' : `${plateKinds.text(kind)}号牌`}
        />
        <TextField of={fields.vin} autoCapitalize="characters" {...scanned('vin', vinWarning(value.vin ?? ''))} />
        <SelectField
          of={fields.modelId}
          title="选择车型"
          placeholder="请选择车型"
          search
          options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
        />
        <SelectField
          of={fields.homeStoreId}
          title="选择门店"
          placeholder="请选择所属门店"
          options={stores.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {moves && isInService(stored.lifecycle) && (
          <Box pad={[0, 16, 12]}>
            <Notice tone="warning">更换车型或门店后，已预排到此车的订单将自动改派</Notice>
          </Box>
        )}
        <NumberField of={fields.odometerKm} unit="km" />
        <TextField of={fields.parkingNote} />
        <FieldRow of={fields.keyCount} group words={(count) => `${count}把`} inline>
          <Stepper label="钥匙数" min={0} max={9} value={value.keyCount ?? 0} onChange={fields.keyCount.set} />
        </FieldRow>
        <TextField of={fields.keyNote} placeholder="如 钥匙在 3 号柜，自助取车时可见" />
      </Card>
      {stored === null && (
        <Card title="证件有效期">
          <DateField of={fields.insuranceEndOn} />
          <DateField of={fields.inspectionEndOn} />
          <DateField of={fields.commercialEndOn} />
          <Note pad={[0, 16, 12]}>交强险与年检有效才能上架；之后在车辆详情中维护</Note>
        </Card>
      )}
      <Card title="登记信息">
        <TextField of={fields.engineNo} />
        <TextField of={fields.colour} />
        <DateField of={fields.registerOn} />
        <CodeField of={fields.useNature} codes={useNatures} />
        <CodeField of={fields.ownership} codes={ownerships} />
        <TextField of={fields.ownerName} />
        <TextField of={fields.rentalCertNo} />
        <DateField of={fields.purchaseOn} />
        <FieldRow of={fields.purchase} words={(fen) => (fen === null ? '' : yuan(fen))}>
          <AmountInput value={value.purchase} onChange={fields.purchase.set} />
        </FieldRow>
        <TagsField of={fields.tags} known={tags} />
        <TextAreaField of={fields.remark} />
      </Card>
      <PhotosCard of={fields.photoIds} uploads={uploads} stored={stored?.photos ?? []} />
    </FormPage>
  )
}
