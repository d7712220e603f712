import {
  type DocumentKind,
  documentKind,
  documentKinds,
  type InsuranceKind,
  insuranceKinds,
} from '@cheyi/domain/fleet/inventory/codes'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { confirm } from '../../../page/confirm.ts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { DateInput } from '../../../ui/date/date-input.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { AmountInput, TextInput } from '../../../ui/field/input.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import type { VehicleDetail, VehicleDocument } from '../parts/vehicle-words.ts'

interface DocumentSheetProps extends Asks<true> {
  readonly vehicle: VehicleDetail
  /** null: a new document. */
  readonly document: VehicleDocument | null
  readonly today: string
}

const MAX_PHOTOS = 6

/** One document of a car: its kind, validity and pictures. */
export default function DocumentSheet({ vehicle, document, today, answer }: DocumentSheetProps) {
  const [kind, setKind] = useState<DocumentKind>(document?.kind ?? documentKind.policy)
  const [insuranceKind, setInsuranceKind] = useState<InsuranceKind>(document?.insuranceKind ?? 1)
  const [no, setNo] = useState(document?.no ?? '')
  const [insurer, setInsurer] = useState(document?.insurer ?? '')
  const [startOn, setStartOn] = useState(document?.startOn ?? null)
  const [endOn, setEndOn] = useState(document?.endOn ?? null)
  const [amount, setAmount] = useState(document?.amount ?? null)
  const [sumInsured, setSumInsured] = useState(document?.sumInsured ?? null)
  const [kept, setKept] = useState(document?.media.map(({ mediaId }) => mediaId) ?? [])
  const [problem, setProblem] = useState<{ field: string; message: string }>()
  const uploads = useUploads('vehicle', document?.documentId ?? `new-${vehicle.vehicleId}`)
  const save = useWrite(calls.inventory.saveDocument, {
    handles: (failure) => failure.field !== null,
    onFailure: ({ field, message }) => field !== null && setProblem({ field, message }),
  })
  const isPolicy = kind === documentKind.policy
  const error = (field: string) => (problem?.field === field ? problem.message : undefined)
  const shown = document?.media.filter(({ mediaId }) => kept.includes(mediaId)) ?? []

  async function submit(removed = false) {
    setProblem(undefined)
    if (removed && !(await confirm({ title: '删除这份证件？', body: '到期提醒与库存将按剩余证件计算', danger: true })))
      return
    const done = await save.run({
      vehicleId: vehicle.vehicleId,
      documentId: document?.documentId,
      version: vehicle.version,
      kind,
      insuranceKind: isPolicy ? insuranceKind : undefined,
      no,
      insurer,
      startOn: startOn ?? undefined,
      endOn: endOn ?? undefined,
      amount: amount ?? undefined,
      sumInsured: (isPolicy && sumInsured) || undefined,
      mediaIds: [...kept, ...uploads.mediaIds()],
      removed: removed || undefined,
    })
    if (!done) return
    uploads.forget()
    const moved = done.released.length
    feedback.toast(moved > 0 ? `已保存，${moved} 个订单已调整车辆` : removed ? '已删除' : '已保存')
    answer(true)
  }
  return (
    <OpenedSheet
      title={document === null ? '添加证件' : '修改证件'}
      footer={
        <>
          {document !== null && (
            <Button variant="danger" size="l" onClick={() => void submit(true)}>
              删除
            </Button>
          )}
          <MainButton
            loading={save.pending}
            reason={uploads.unsent > 0 ? '照片还在上传' : undefined}
            onClick={() => void submit()}
          >
            保存
          </MainButton>
        </>
      }
    >
      {document === null && (
        <Field label="证件类型" group>
          <ChipRadios
            look="tile"
            label="证件类型"
            options={documentKinds.items.map(({ value, name }) => ({ value: value as DocumentKind, label: name }))}
            value={kind}
            onChange={setKind}
          />
        </Field>
      )}
      {isPolicy && (
        <Field label="险种" group error={error('insuranceKind')}>
          <ChipRadios
            look="tile"
            label="险种"
            options={insuranceKinds.items.map(({ value, name }) => ({ value: value as InsuranceKind, label: name }))}
            value={insuranceKind}
            onChange={setInsuranceKind}
          />
        </Field>
      )}
      <div className="vehicle-sheet-rows">
        {isPolicy && (
          <Field label="生效日期" error={error('startOn')} optional={!amount}>
            <DateInput title="生效日期" value={startOn} onChange={setStartOn} today={today} />
          </Field>
        )}
        <Field label="到期日期" error={error('endOn')} optional={!isPolicy && kind !== documentKind.inspection}>
          <DateInput title="到期日期" value={endOn} onChange={setEndOn} today={today} />
        </Field>
        <Field label="号码" optional>
          <TextInput value={no} maxLength={40} onChange={({ target }) => setNo(target.value)} />
        </Field>
        {isPolicy && (
          <>
            <Field label="保险公司" optional>
              <TextInput value={insurer} maxLength={40} onChange={({ target }) => setInsurer(target.value)} />
            </Field>
            <Field label="保额" optional>
              <AmountInput value={sumInsured} onChange={setSumInsured} />
            </Field>
            <Field label="保费" error={error('amount')} hint="按保险期间计入车辆费用" optional>
              <AmountInput value={amount} onChange={setAmount} />
            </Field>
          </>
        )}
      </div>
      <Field label={isPolicy ? '照片或PDF' : '照片'} group optional>
        <UploadGrid
          items={[
            ...shown.map(({ mediaId, kind: file, url, thumbUrl }) => ({
              id: mediaId,
              status: 'done' as const,
              url: file === 'pdf' ? undefined : (thumbUrl ?? url),
            })),
            ...uploads.tiles,
          ]}
          max={MAX_PHOTOS}
          onAdd={() =>
            void uploads.pick({ source: 'both', pdf: isPolicy, max: MAX_PHOTOS - shown.length - uploads.tiles.length })
          }
          onRetry={uploads.retry}
          onRemove={(id) => (kept.includes(id) ? setKept(kept.filter((one) => one !== id)) : uploads.remove(id))}
        />
      </Field>
    </OpenedSheet>
  )
}
