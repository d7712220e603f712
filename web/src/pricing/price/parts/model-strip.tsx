import './model-strip.css'
import { energies, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import type { ReactNode } from 'react'
import { Row, Stack } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import type { PriceRow } from './layers.ts'

type Model = Pick<PriceRow, 'name' | 'carType' | 'energy' | 'gearbox' | 'displacement' | 'image' | 'vehicles'>

/** For example `1.5L 自动` or `纯电 自动`. */
export const modelFacts = ({
  displacement,
  energy,
  gearbox,
}: Pick<Model, 'displacement' | 'energy' | 'gearbox'>): string =>
  [displacement || energies.text(energy), gearboxes.text(gearbox)].join(' ')

/** The model that a page is about, shown below the bar of the page. */
export function ModelStrip({ model, note }: { readonly model: Model; readonly note: ReactNode }) {
  return (
    <Row gap={12} pad={[4, 16, 12]}>
      <CarPicture image={model.image} carType={model.carType} />
      <Stack as="span" grow className="model-strip-words">
        <b className="cut">
          {model.name} {modelFacts(model)}
        </b>
        <small className="num">{note}</small>
      </Stack>
    </Row>
  )
}
