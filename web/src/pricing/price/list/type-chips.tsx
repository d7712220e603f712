import { type CarType, carTypes } from '@cheyi/domain/fleet/inventory/codes'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { PickBox } from '../../../page/list/list-head.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { ChipRadios, ChipRow } from '../../../ui/frame/chips.tsx'
import { type Layer, useLayers } from '../parts/layers.ts'

interface TypeChipsProps {
  readonly layer: Layer
  readonly carType: number | undefined
  /** In any order. */
  readonly types: readonly { readonly carType: CarType; readonly count: number }[]
}

/** Chooses the channel and the type of car in a single line, so that the first price is visible without scrolling. */
export function TypeChips({ layer, carType, types }: TypeChipsProps) {
  const patch = usePatch()
  const { tabs } = useLayers(layer)
  const all = types.reduce((sum, { count }) => sum + count, 0)
  const sorted = types.toSorted((a, b) => a.carType - b.carType)
  return (
    <ChipRow className="list-picks">
      <PickBox on={layer !== 0}>
        <Select
          title="渠道"
          options={tabs.map(({ key, label }) => ({ value: Number(key), label }))}
          value={layer as number}
          onChange={(source) => patch({ source: source === 0 ? undefined : source })}
        />
      </PickBox>
      <ChipRadios
        label="车型类别"
        options={[
          { value: 0, label: `全部 ${all}` },
          ...sorted.map((one) => ({ value: one.carType as number, label: carTypes.text(one.carType) })),
        ]}
        value={carType ?? 0}
        onChange={(type) => patch({ carType: type === 0 ? undefined : type })}
      />
    </ChipRow>
  )
}
