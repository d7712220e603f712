import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { accessories, accessoriesFor } from '@cheyi/domain/rental/pickup-return/record'
import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { ParkingPlace } from '../../../../fleet/inventory/parts/parking-place.tsx'
import { Field, TextArea, TextInput } from '../../../../ui/field/field.tsx'
import { Stepper } from '../../../../ui/field/stepper.tsx'
import { ChipChecks } from '../../../../ui/frame/chips.tsx'
import { Card, Notice, Row, Stack, Text } from '../../../../ui/layout.tsx'
import { UploadGrid } from '../../../../ui/media/upload-grid.tsx'
import { KeyValue } from '../../../../ui/show/rows.tsx'
import type { StepProps } from '../flow.ts'
import { photoActions, photoTiles } from '../photo/photo-tiles.ts'
import { parkingPlace } from '../photo/places.ts'
import { StepBlocks } from './step-blocks.tsx'

/** Where the car was left, for the person who collects it next. */
function ParkingPhoto({ flow }: StepProps) {
  const tiles = photoTiles(flow).filter(({ slot }) => slot === parkingPlace.key)
  const actions = photoActions(flow, tiles, () => {})
  return <UploadGrid items={tiles} slots={[{ ...parkingPlace, label: '停放位置照片' }]} closed {...actions} />
}

/** Step 3: checks the vehicle and its accessories. */
export function VehicleStep({ flow }: StepProps) {
  const { task, filled, edit } = flow
  const { vehicle, pickupRecord, fuelKind } = task
  const all = accessoriesFor(fuelKind)
  const before = pickupRecord?.accessories.filter(({ present }) => present).map(({ code }) => code)
  const keyCount = pickupRecord?.keyCount
  const missing = filled.present && before?.filter((code) => !filled.present?.includes(code))
  return (
    <>
      <StepBlocks flow={flow} step={pickupStep.vehicle} />
      {vehicle && pickupRecord === null && (vehicle.parkingNote || task.parkingPhoto) && (
        <Card pad>
          <KeyValue
            rows={[{ label: '停放位置', value: <ParkingPlace note={vehicle.parkingNote} photo={task.parkingPhoto} /> }]}
          />
        </Card>
      )}
      <Card pad title="随车物品" extra={before ? '与取车一致，缺少的点掉' : '全部在车，缺少的点掉'}>
        <Stack gap={12}>
          <ChipChecks
            look="tile"
            tick
            label="在车的随车物品"
            options={all.map((value) => ({ value, label: accessories[value] }))}
            value={filled.present ?? []}
            onChange={(present) => edit({ present })}
          />
          {missing && missing.length > 0 && (
            <Notice>取车时有、现缺少：{missing.map((code) => accessories[code]).join('、')}</Notice>
          )}
          <Row gap={12} justify="between">
            <span>
              钥匙
              {keyCount != null && (
                <Text as="small" note>
                  {' '}
                  取车时 {keyCount} 把
                </Text>
              )}
            </span>
            <Stepper
              label="钥匙"
              min={0}
              max={9}
              value={filled.keyCount ?? 0}
              onChange={(count) => edit({ keyCount: count })}
            />
          </Row>
        </Stack>
      </Card>
      {task.type === handoverType.return && (
        <Card pad>
          <Stack gap={12}>
            <Field label="停放位置" optional>
              <TextInput
                value={filled.parkingNote}
                maxLength={50}
                placeholder="例如 B2-117，下次取车按此找车"
                onChange={(event) => edit({ parkingNote: event.target.value })}
              />
            </Field>
            <ParkingPhoto flow={flow} />
          </Stack>
        </Card>
      )}
      <Card pad>
        <Field label="备注" optional>
          <TextArea value={filled.note} maxLength={500} onChange={(event) => edit({ note: event.target.value })} />
        </Field>
      </Card>
    </>
  )
}
