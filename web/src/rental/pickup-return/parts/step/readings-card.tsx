import type { ReadName } from '@cheyi/domain/fleet/vehicle-control/readings'
import { readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { formatClock } from '@cheyi/domain/time'
import type { ReactNode } from 'react'
import { open } from '../../../../page/open.ts'
import { Field } from '../../../../ui/field/field.tsx'
import { NumberInput } from '../../../../ui/field/number-input.tsx'
import { FuelBar, Slider } from '../../../../ui/field/range.tsx'
import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { Button, Card, CardMore, Note, Notice, Row } from '../../../../ui/layout.tsx'
import { kilometres } from '../compare-words.ts'
import type { CarEntry } from '../flow.ts'
import type { Inspection } from '../types.ts'

/** Earlier values that the readings are compared with. */
export interface Before {
  /** For example 取车, 上次. */
  readonly when: string
  readonly fuelEighths: number | null
  readonly batteryPct: number | null
  readonly mileageHint: (km: number | null) => string
  readonly warnings: readonly string[]
}

/** For a pickup: the values of the last handover, with the current odometer value of the vehicle. */
export const beforePickup = (fromKm: number, last: Inspection | undefined): Before => ({
  when: '上次',
  fuelEighths: last?.fuelEighths ?? null,
  batteryPct: last?.batteryPct ?? null,
  mileageHint: (km) =>
    `当前 ${kilometres(fromKm)} km${km !== null && km >= fromKm ? `，差 ${kilometres(km - fromKm)} km` : ''}`,
  warnings: [],
})

/** Kilometres, fuel and battery of a car, each beside its earlier value. */
export function ReadingsCard({ of, before }: { readonly of: CarEntry; readonly before: Before }) {
  const { task, filled, edit, leave, errors, uploads } = of
  const { mileageKm, fuelEighths, batteryPct, readByDevice } = filled
  // A value that is typed is no reading of the terminal any more.
  const typed = (name: ReadName) => ({ readByDevice: readByDevice.filter((other) => other !== name) })
  const byDevice = (name: ReadName, hint: string | undefined) =>
    readByDevice.includes(name) ? ['设备读数', hint].filter(Boolean).join('，') : hint
  const pictured =
    filled.photos.some(({ slot }) => slot === 'dashboard') || uploads.items.some(({ slot }) => slot === 'dashboard')
  return (
    <Card pad title="里程与能源" extra={<LastInspection of={of} />}>
      <div className="handover-mileage">
        <Field
          label="当前里程"
          error={errors.mileageKm}
          hint={byDevice('mileageKm', before.mileageHint(mileageKm))}
          className="grow"
        >
          <NumberInput
            className="num"
            placeholder="仪表盘读数"
            suffix="km"
            digits={7}
            words={kilometres}
            value={mileageKm}
            onChange={(km) => edit({ mileageKm: km, ...typed('mileageKm') })}
            // An empty field is not an error before the confirmation.
            onBlur={() => mileageKm !== null && leave('mileageKm')}
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
      <DeviceReadings of={of} />
      {before.warnings.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      {readsFuel(task.fuelKind) && (
        <Reading
          icon="fuel"
          name="油量"
          value={fuelEighths === null ? '未选' : `${fuelEighths} / 8`}
          error={errors.fuelEighths}
          hint={byDevice(
            'fuelEighths',
            before.fuelEighths === null ? undefined : `${before.when} ${before.fuelEighths}/8`,
          )}
        >
          <FuelBar
            label="油量"
            value={fuelEighths ?? 0}
            onChange={(value) => edit({ fuelEighths: value, ...typed('fuelEighths') })}
          />
        </Reading>
      )}
      {readsBattery(task.fuelKind) && (
        <Reading
          icon="battery"
          name="电量"
          value={batteryPct === null ? '未选' : `${batteryPct}%`}
          error={errors.batteryPct}
          hint={byDevice('batteryPct', before.batteryPct === null ? undefined : `${before.when} ${before.batteryPct}%`)}
        >
          <Slider
            label="电量"
            value={batteryPct ?? 0}
            onChange={(value) => edit({ batteryPct: value, ...typed('batteryPct') })}
          />
        </Reading>
      )}
    </Card>
  )
}

/** Takes over what the terminal of the car reports. */
function DeviceReadings({ of: { task, filled, edit } }: { readonly of: CarEntry }) {
  const { device, fuelKind } = task
  if (device === null) return null
  const { mileageKm, fuelEighths, batteryPct } = device
  const read = {
    ...(mileageKm !== null && { mileageKm }),
    ...(fuelEighths !== null && readsFuel(fuelKind) && { fuelEighths }),
    ...(batteryPct !== null && readsBattery(fuelKind) && { batteryPct }),
  }
  const names = Object.keys(read) as ReadName[]
  if (names.length === 0) return null
  const taken = names.every((name) => filled.readByDevice.includes(name) && filled[name] === read[name])
  const words = [
    mileageKm !== null && `${kilometres(mileageKm)} km`,
    read.fuelEighths !== undefined && `油量 ${read.fuelEighths}/8`,
    read.batteryPct !== undefined && `电量 ${read.batteryPct}%`,
  ]
  return (
    <Row gap={8} justify="between" top={8} wrap>
      <Note num>
        设备读数 {words.filter(Boolean).join('，')}（{formatClock(device.at)}）
      </Note>
      <Button
        size="s"
        reason={taken ? '已采用设备读数' : undefined}
        onClick={() => edit({ ...read, readByDevice: names })}
      >
        取设备读数
      </Button>
    </Row>
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

/** The car at its last handover. */
function LastInspection({ of: { inspection } }: { of: Pick<CarEntry, 'inspection'> }) {
  if (inspection === undefined) return null
  return (
    <CardMore onClick={() => void open(() => import('../photo/inspection-sheet.tsx'), { inspection })}>
      上次验车
    </CardMore>
  )
}
