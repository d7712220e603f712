import { carTypes, type Energy, energies, energy } from '@cheyi/domain/fleet/inventory/codes'
import { overMileageProblem } from '@cheyi/domain/fleet/inventory/mileage'
import type { Typed } from '../../../form/form-call.ts'
import type { Found } from '../../../form/use-problems.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

export type ModelDetail = OutputOf<typeof calls.model.detail>
export type LibraryRow = OutputOf<typeof calls.model.library>[number]
type ModelInput = InputOf<typeof calls.model.save>
export type ModelForm = Typed<ModelInput>

export const emptyModel: ModelForm = {
  modelId: null,
  version: null,
  brand: '',
  series: '',
  name: '',
  config: '',
  modelYear: null,
  carType: null,
  seats: 5,
  doors: 4,
  gearbox: 1,
  energy: 1,
  displacement: '',
  tankL: null,
  batteryKwh: null,
  rangeKm: null,
  licenceClass: 'C2',
  depositRent: null,
  depositIllegal: null,
  mileageLimitKmPerDay: 0,
  overMileageFenPerKm: 0,
  careEveryKm: null,
  careEveryDays: null,
  imageIds: [],
  sort: 0,
}

/** 0 is how "none" is stored. */
const some = (value: number): number | null => (value === 0 ? null : value)

/** What a model of the library, or a stored one, is, as the form holds it. */
export const factsOf = ({
  tankL,
  batteryKwh,
  rangeKm,
  licenceClass,
  ...row
}: Omit<LibraryRow, 'libraryId' | 'modelId'>) => ({
  ...row,
  tankL: some(tankL),
  batteryKwh: some(batteryKwh),
  rangeKm: some(rangeKm),
  licenceClass: licenceClass as ModelForm['licenceClass'],
})

/** A model of the library as it is saved without a look at its form. */
export const copyOf = ({ libraryId: _, modelId: __, modelYear, ...facts }: LibraryRow): ModelInput => ({
  ...facts,
  ...(modelYear !== null && { modelYear }),
  licenceClass: facts.licenceClass as ModelInput['licenceClass'],
  mileageLimitKmPerDay: 0,
  overMileageFenPerKm: 0,
  imageIds: [],
})

export const formOf = (stored: ModelDetail): ModelForm => ({
  ...stored,
  ...factsOf(stored),
  imageIds: stored.images.map(({ mediaId }) => mediaId),
})

/** Whether a car of this energy is filled up, and whether it is charged. */
export const hasTank = (of: Energy | null): boolean => of !== energy.electric
export const hasBattery = (of: Energy | null): boolean =>
  of === energy.electric || of === energy.plugIn || of === energy.rangeExtended

/** What is sent: what its energy has not, it does not say; no limit and no fee are 0. */
export const inputOf = (form: ModelForm, added: readonly string[]): ModelForm => ({
  ...form,
  tankL: hasTank(form.energy) ? form.tankL : null,
  batteryKwh: hasBattery(form.energy) ? form.batteryKwh : null,
  rangeKm: hasBattery(form.energy) ? form.rangeKm : null,
  mileageLimitKmPerDay: form.mileageLimitKmPerDay ?? 0,
  overMileageFenPerKm: form.overMileageFenPerKm ?? 0,
  imageIds: [...(form.imageIds ?? []), ...added],
})

/** What is wrong with both together. */
export const limitProblem = ({ mileageLimitKmPerDay, overMileageFenPerKm }: ModelForm): Found => ({
  overMileageFenPerKm: overMileageProblem(mileageLimitKmPerDay ?? 0, overMileageFenPerKm ?? 0),
})

/** What a row of the library says under its name. */
export const libraryFacts = (row: LibraryRow): string =>
  [
    carTypes.text(row.carType),
    `${row.seats}座`,
    energies.text(row.energy),
    row.displacement,
    row.tankL > 0 && `油箱${row.tankL}L`,
    row.batteryKwh > 0 && `电池${row.batteryKwh}kWh`,
    row.rangeKm > 0 && `续航${row.rangeKm}km`,
  ]
    .filter(Boolean)
    .join(' · ')
