/** @jsxImportSource preact */
import { carTypes, energies, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { say, translate } from '../../src/words/words.ts'
import type { Results } from '../view.ts'

type Brief = Pick<Results['models'][number], 'carType' | 'seats' | 'gearbox' | 'energy' | 'rangeKm'>

/** Class, seats, gearbox, energy and range of a model. */
export const modelLine = ({ carType, seats, gearbox, energy, rangeKm }: Brief): string =>
  [
    translate(carTypes.text(carType)),
    say('{seats} 座', { seats }),
    translate(gearboxes.text(gearbox)),
    translate(energies.text(energy)),
    ...(rangeKm > 0 ? [say('续航 {km} 公里', { km: rangeKm })] : []),
  ].join(' · ')

/** The picture of a model; a quiet place for it where there is none. */
export function Picture({ src, alt }: { readonly src: string | null; readonly alt: string }) {
  return src === null ? (
    <div class="picture" role="img" aria-label={alt} />
  ) : (
    <img class="picture" src={src} alt={alt} loading="lazy" decoding="async" width="320" height="200" />
  )
}
