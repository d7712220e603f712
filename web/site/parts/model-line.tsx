/** @jsxImportSource preact */
import { carTypes, energies, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { say, translate } from '../../src/words/words.ts'
import type { Results } from '../view.ts'

type Model = Results['models'][number]
type Brief = Pick<Model, 'carType' | 'seats' | 'gearbox' | 'energy' | 'rangeKm' | 'largeCases' | 'smallCases'>

/** Class, seats, gearbox, energy, range and luggage of a model. */
export const modelLine = ({ carType, seats, gearbox, energy, rangeKm, ...cases }: Brief): string =>
  [
    translate(carTypes.text(carType)),
    say('{seats} 座', { seats }),
    translate(gearboxes.text(gearbox)),
    translate(energies.text(energy)),
    ...(rangeKm > 0 ? [say('续航 {km} 公里', { km: rangeKm })] : []),
    ...luggage(cases),
  ].join(' · ')

/** How many cases fit; nothing where the merchant does not say. */
function luggage({ largeCases, smallCases }: Pick<Model, 'largeCases' | 'smallCases'>): string[] {
  if (largeCases === 0 && smallCases === 0) return [say('放不下行李箱')]
  return [
    ...(largeCases ? [say('大行李箱 {n} 件', { n: largeCases })] : []),
    ...(smallCases ? [say('小行李箱 {n} 件', { n: smallCases })] : []),
  ]
}

interface PictureProps {
  readonly src: string | null
  readonly carType: Model['carType']
  readonly alt: string
}

/** The picture of a model, or else the drawing of its class. */
export const Picture = ({ src, carType, alt }: PictureProps) => (
  <img
    class="picture"
    src={src ?? `/site/cars/${carType}.svg`}
    alt={alt}
    loading="lazy"
    decoding="async"
    width="320"
    height="200"
  />
)
