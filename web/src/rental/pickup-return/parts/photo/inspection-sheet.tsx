import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import { momentText } from '../../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { KeyValue } from '../../../../ui/show/rows.tsx'
import { kilometres } from '../compare-words.ts'
import type { Inspection } from '../types.ts'
import { StoredPhotos } from './stored-photos.tsx'

/** How the car was at its last handover: readings, damage, pictures. */
export default function InspectionSheet({ inspection }: { readonly inspection: Inspection } & Asks<never>) {
  const { at, mileageKm, fuelEighths, batteryPct, marks, media } = inspection
  return (
    <OpenedSheet title="上次验车">
      <Stack gap={12}>
        <KeyValue
          rows={[
            { label: '时间', value: at === null ? '尚无取还记录' : momentText(at) },
            { label: '里程', value: `${kilometres(mileageKm)} km` },
            ...(fuelEighths === null ? [] : [{ label: '油量', value: `${fuelEighths}/8` }]),
            ...(batteryPct === null ? [] : [{ label: '电量', value: `${batteryPct}%` }]),
            {
              label: '车损',
              value:
                marks.length === 0
                  ? '无'
                  : marks.map(({ part, kind }) => `${partName(part)} ${damageKinds.text(kind)}`).join('、'),
            },
          ]}
        />
        <StoredPhotos media={media} alt="上次验车" />
      </Stack>
    </OpenedSheet>
  )
}
