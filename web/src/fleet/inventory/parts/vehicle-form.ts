import { type PlateColor, type PlateKind, plateKind } from '@cheyi/domain/fleet/inventory/codes'
import { tagsProblem } from '@cheyi/domain/fleet/inventory/tags'
import { normalisePlate, plateColorOf, plateKindOf, plateProblem } from '@cheyi/domain/platform/check/plate'
import { isVinChecked, normaliseVin, vinProblem } from '@cheyi/domain/platform/check/vin'
import type { Problems, Typed } from '../../../form/form-call.ts'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import type { VehicleDetail } from './vehicle-words.ts'

type Input = InputOf<typeof calls.inventory.save>
export type VehicleForm = Typed<Input>

export const emptyVehicle: VehicleForm = {
  vehicleId: null,
  version: null,
  plate: '',
  plateKind: null,
  plateColor: null,
  plateExpireOn: null,
  vin: '',
  engineNo: '',
  modelId: null,
  homeStoreId: null,
  colour: '',
  registerOn: null,
  purchaseOn: null,
  purchase: null,
  ownership: 1,
  ownerName: '',
  useNature: 1,
  parkingNote: '',
  keyCount: 2,
  keyNote: '',
  odometerKm: null,
  rentalCertNo: '',
  tags: [],
  remark: '',
  photoIds: [],
  insuranceEndOn: null,
  commercialEndOn: null,
  inspectionEndOn: null,
}

/** Form value of a stored vehicle; its documents are edited on the vehicle page. */
export const formOf = (stored: VehicleDetail): VehicleForm => ({
  ...emptyVehicle,
  ...stored,
  insuranceEndOn: null,
  commercialEndOn: null,
  inspectionEndOn: null,
  photoIds: stored.photos.map(({ mediaId }) => mediaId),
})

export const isTemporary = (value: VehicleForm): boolean => value.plateKind === plateKind.temporary

type Stored = Pick<VehicleDetail, 'plate' | 'plateColor'> | null

/** The kind of a plate; null if the plate is not valid. */
export const kindOf = (value: VehicleForm): PlateKind | null =>
  isTemporary(value) ? plateKind.temporary : plateKindOf(normalisePlate(value.plate ?? ''))

/** The usual color for the kind of plate. */
export const usualColor = (value: VehicleForm): PlateColor | null => {
  const kind = kindOf(value)
  return kind === null ? null : plateColorOf(kind)
}

const keepsColor = ({ plate, plateColor }: VehicleForm, stored: Stored): boolean =>
  stored === null || plateColor !== stored.plateColor || normalisePlate(plate ?? '') === stored.plate

/** The input to send; the server derives the kind of a plate that is not temporary. */
export const inputOf = (value: VehicleForm, stored: Stored, added: readonly string[] = []): VehicleForm => ({
  ...value,
  plateKind: isTemporary(value) ? plateKind.temporary : null,
  // A changed plate gets the color of its kind, unless the user chose one.
  plateColor: keepsColor(value, stored) ? value.plateColor : null,
  plateExpireOn: isTemporary(value) ? value.plateExpireOn : null,
  photoIds: [...(value.photoIds ?? []), ...added],
})

/** Problems of plate, frame number, tags and odometer, by the same rules as on the server. */
export function vehicleProblems(value: VehicleForm, today: string, odometerKm = 0): Problems {
  const plate = normalisePlate(value.plate ?? '')
  const kind = kindOf(value)
  const wrong = kind === null ? '车牌号格式不正确' : plateProblem(kind, plate, { expireOn: value.plateExpireOn, today })
  // For a temporary plate the problem may be its expiry date.
  const about = isTemporary(value) && [...plate].length <= 10 && plate !== '' ? 'plateExpireOn' : 'plate'
  const vinWrong = vinProblem(normaliseVin(value.vin ?? ''))
  const tagsWrong = tagsProblem(value.tags ?? [])
  return {
    ...(wrong !== null && { [about]: wrong }),
    ...(vinWrong !== null && { vin: vinWrong }),
    ...(tagsWrong !== null && { tags: tagsWrong }),
    ...((value.odometerKm ?? 0) < odometerKm && { odometerKm: '里程不能小于当前里程' }),
  }
}

/** A wrong check digit is only a warning, since imported cars often have none. */
export const vinWarning = (vin: string): string | undefined => {
  const given = normaliseVin(vin)
  return vinProblem(given) === null && !isVinChecked(given) ? '校验位不符，请核对（进口车可忽略）' : undefined
}
