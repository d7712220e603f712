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
  depositViolation: null,
  mileageLimitKmPerDay: 0,
  overMileageFenPerKm: 0,
  careEveryKm: null,
  careEveryDays: null,
  largeCases: null,
  smallCases: null,
  imageIds: [],
  sort: 0,
}

/** The server stores "none" as 0. */
const some = (value: number): number | null => (value === 0 ? null : value)

/** Form fields of a library model or of a stored model. */
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

/** The input that saves a library model directly, without opening its form. */
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

/** Whether a car with this energy has a fuel tank, and whether it has a battery. */
export const hasTank = (of: Energy | null): boolean => of !== energy.electric
export const hasBattery = (of: Energy | null): boolean =>
  of === energy.electric || of === energy.plugIn || of === energy.rangeExtended

/** The input to send: fields that the energy does not have are null; no limit and no fee are sent as 0. */
export const inputOf = (form: ModelForm, added: readonly string[]): ModelForm => ({
  ...form,
  tankL: hasTank(form.energy) ? form.tankL : null,
  batteryKwh: hasBattery(form.energy) ? form.batteryKwh : null,
  rangeKm: hasBattery(form.energy) ? form.rangeKm : null,
  mileageLimitKmPerDay: form.mileageLimitKmPerDay ?? 0,
  overMileageFenPerKm: form.overMileageFenPerKm ?? 0,
  imageIds: [...(form.imageIds ?? []), ...added],
})

/** Problem of the mileage limit and its fee, which are checked together. */
export const limitProblem = ({ mileageLimitKmPerDay, overMileageFenPerKm }: ModelForm): Found => ({
  overMileageFenPerKm: overMileageProblem(mileageLimitKmPerDay ?? 0, overMileageFenPerKm ?? 0),
})

/** The line below the name of a library model. */
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
