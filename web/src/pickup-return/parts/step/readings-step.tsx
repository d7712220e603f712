import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { returnWarnings } from '@cheyi/domain/pickup-return/guards'
import { readsBattery, readsFuel } from '@cheyi/domain/pickup-return/record'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { FuelBar, Slider } from '../../../ui/field/range.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { kilometres } from '../compare-words.ts'
import type { StepProps } from '../flow.ts'
import { LastInspection } from '../photo/last-inspection.tsx'

/** Step 5: kilometres, fuel and battery, each beside what it was before. */
export function ReadingsStep({ flow }: StepProps) {
  const { task, filled, edit, errors, uploads } = flow
  const before = beforeOf(flow)
  const { mileageKm, fuelEighths, batteryPct } = filled
  const pictured =
    filled.photos.some(({ slot }) => slot === 'dashboard') || uploads.items.some(({ slot }) => slot === 'dashboard')
  return (
    <Card pad title="里程与能源" extra={<LastInspection flow={flow} />}>
      <div className="handover-mileage">
        <Field
          label="当前里程"
          layout="stack"
          error={errors.mileageKm}
          hint={before.mileageHint(mileageKm)}
          className="handover-mileage-field"
        >
          <TextInput
            look="box"
            className="num"
            inputMode="numeric"
            placeholder="仪表盘读数"
            suffix="km"
            value={mileageKm === null ? '' : kilometres(mileageKm)}
            onChange={(event) => {
              const digits = event.target.value.replaceAll(/\D/g, '').slice(0, 7)
              edit({ mileageKm: digits === '' ? null : Number(digits) })
            }}
          />
        </Field>
        <Button
          variant="tint"
          icon={pictured ? 'check' : 'camera'}
          reason={pictured ? '仪表盘已拍，可在验车照片中重拍' : undefined}
          onClick={() => void uploads.pick({ slot: 'dashboard' })}
        >
          {pictured ? '已拍仪表' : '拍仪表'}
        </Button>
      </div>
      {before.warnings.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      {readsFuel(task.fuelKind) && (
        <Reading
          icon="fuel"
          name="油量"
          value={fuelEighths === null ? '未选' : `${fuelEighths} / 8`}
          error={errors.fuelEighths}
          hint={before.fuelEighths === null ? undefined : `${before.when} ${before.fuelEighths}/8`}
        >
          <FuelBar label="油量" value={fuelEighths ?? 0} onChange={(value) => edit({ fuelEighths: value })} />
        </Reading>
      )}
      {readsBattery(task.fuelKind) && (
        <Reading
          icon="battery"
          name="电量"
          value={batteryPct === null ? '未选' : `${batteryPct}%`}
          error={errors.batteryPct}
          hint={before.batteryPct === null ? undefined : `${before.when} ${before.batteryPct}%`}
        >
          <Slider label="电量" value={batteryPct ?? 0} onChange={(value) => edit({ batteryPct: value })} />
        </Reading>
      )}
    </Card>
  )
}

interface ReadingProps {
  readonly icon: IconName
  readonly name: string
  readonly value: string
  readonly error?: string
  readonly hint?: string
  readonly children: ReactNode
}

function Reading({ icon, name, value, error, hint, children }: ReadingProps) {
  return (
    <Field
      group
      layout="stack"
      className="handover-reading"
      label={
        <span className="handover-reading-head num">
          <Icon name={icon} size={16} />
          {name}
          <b>{value}</b>
        </span>
      }
      error={error}
      hint={hint}
    >
      {children}
    </Field>
  )
}

/** What the readings are held against: at a return those of the pickup, at a pickup those of the last handover. */
function beforeOf({ task, filled, inspection, now }: StepProps['flow']) {
  const { pickupRecord, vehicle, order } = task
  if (task.type === handoverType.return) {
    const from = pickupRecord?.mileageKm ?? 0
    const actualPickupAt = order.actualPickupAt ?? order.pickupAt
    const record = { fuelKind: task.fuelKind, slots: [], ...filled }
    return {
      when: '取车',
      fuelEighths: pickupRecord?.fuelEighths ?? null,
      batteryPct: pickupRecord?.batteryPct ?? null,
      mileageHint: (km: number | null) =>
        `取车 ${kilometres(from)} km${km !== null && km >= from ? `，行驶 ${kilometres(km - from)} km` : ''}`,
      warnings: returnWarnings({ actualPickupAt, actualAt: filled.at ?? now, pickupMileageKm: from, record }),
    }
  }
  const from = vehicle?.odometerKm ?? 0
  return {
    when: '上次',
    fuelEighths: inspection?.fuelEighths ?? null,
    batteryPct: inspection?.batteryPct ?? null,
    mileageHint: (km: number | null) =>
      `当前 ${kilometres(from)} km${km !== null && km >= from ? `，差 ${kilometres(km - from)} km` : ''}`,
    warnings: [],
  }
}
