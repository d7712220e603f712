import { carTypes, energies, gearboxes, isModelOff, neededLicences } from '@cheyi/domain/fleet/inventory/codes'
import { modelSave } from '../../../form/calls/model-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, NumberField, TextField } from '../../../form/fields.tsx'
import { draftNameOf } from '../../../form/form-call.ts'
import { FormPage } from '../../../form/form-page.tsx'
import PhotosCard from '../../../form/photos-card.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { filesOfRecordOr } from '../../../kernel/media/files-of.ts'
import { useFormFiles } from '../../../kernel/media/form-files.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { goBack } from '../../../kernel/page/router.ts'
import { confirm, open } from '../../../page/open.ts'
import { Button, Card, Note } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import {
  emptyModel,
  factsOf,
  formOf,
  hasBattery,
  hasTank,
  inputOf,
  limitProblem,
  type ModelDetail,
} from '../parts/model-form.ts'
import { modelScreens } from '../screens.ts'

interface EditFormProps {
  /** null: a new model. */
  readonly stored: ModelDetail | null
  readonly refetch: () => void
}

export function EditForm({ stored, refetch }: EditFormProps) {
  const { name } = useScreen(modelScreens.edit)
  const fresh = useFormFiles(draftNameOf(modelSave, `new${name}`))
  const uploads = useUploads('model', filesOfRecordOr(stored?.modelId, fresh))
  const back = () => goBack(modelScreens.list.path)
  const form = useForm(modelSave, {
    id: stored?.modelId ?? `new${name}`,
    stored: stored === null ? { ...emptyModel, name } : formOf(stored),
    toInput: (value) => inputOf(value, uploads.mediaIds()),
    also: limitProblem,
    refetch,
    onSaved() {
      uploads.forget()
      feedback.toast(stored ? '车型已保存' : '车型已新建')
      back()
    },
  })
  const { fields, value } = form
  async function copyFromLibrary() {
    const row = await open(() => import('../parts/library-sheet.tsx'), {})
    if (row) form.set(factsOf(row))
  }
  return (
    <FormPage
      of={form}
      title={stored?.name ?? '新建车型'}
      extra={isModelOff(stored?.status) && <Tag>已停用</Tag>}
      onBack={back}
      touched={stored === null || uploads.items.length > 0}
      reason={uploads.unsent > 0 ? '照片还在上传' : undefined}
    >
      {stored === null && (
        <Card pad>
          <Note below={12}>常见车型不必自己填写，复制后可修改</Note>
          <Button block icon="copy" onClick={() => void copyFromLibrary()}>
            从车型库复制
          </Button>
        </Card>
      )}
      <Card title="车型信息">
        <TextField of={fields.brand} />
        <TextField of={fields.series} />
        <TextField of={fields.name} />
        <TextField of={fields.config} />
        <CodeField of={fields.carType} codes={carTypes} />
        <CodeField of={fields.energy} codes={energies} />
        <CodeField of={fields.gearbox} codes={gearboxes} />
        <NumberField of={fields.modelYear} />
        <NumberField of={fields.seats} unit="座" />
        <NumberField of={fields.doors} unit="门" />
        <NumberField of={fields.largeCases} unit="件" hint="约28寸；网上预订的客人可见，不填则不显示" />
        <NumberField of={fields.smallCases} unit="件" hint="约20寸；放下大行李箱后还能放的件数" />
        {hasTank(value.energy) && (
          <>
            <TextField of={fields.displacement} />
            <NumberField of={fields.tankL} unit="L" hint="按油量差收费时使用" />
          </>
        )}
        {hasBattery(value.energy) && (
          <>
            <NumberField of={fields.batteryKwh} unit="kWh" hint="按电量差收费时使用" />
            <NumberField of={fields.rangeKm} unit="km" />
          </>
        )}
        <SelectField of={fields.licenceClass} options={neededLicences.map((one) => ({ value: one, label: one }))} />
      </Card>
      <Card title="押金与里程">
        <FenField of={fields.depositRent} hint="未设置时须另设押金规则，否则不能收押金" />
        <FenField of={fields.depositViolation} />
        <NumberField of={fields.mileageLimitKmPerDay} unit="km" hint="0 表示不限" />
        <FenField of={fields.overMileageFenPerKm} suffix="/km" />
        <NumberField of={fields.sort} hint="小的在前" />
      </Card>
      <Card title="保养">
        <NumberField of={fields.careEveryKm} unit="km" hint="不填则按商家设置" />
        <NumberField of={fields.careEveryDays} unit="天" hint="不填则按商家设置" />
      </Card>
      <PhotosCard
        of={fields.imageIds}
        uploads={uploads}
        stored={stored?.images ?? []}
        note="第一张显示在列表和订单中；没有图片时显示车型剪影"
      />
      {stored && <StatusCard stored={stored} />}
    </FormPage>
  )
}

/** Disables a model, or enables it again. */
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
      <Note below={12} num>
        {vehicleCount}辆车 · {inServiceCount}辆在营
      </Note>
      {isModelOff(status) ? (
        <Button size="s" loading={moving.pending} onClick={() => void move(1)}>
          启用
        </Button>
      ) : (
        <Button
          size="s"
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
