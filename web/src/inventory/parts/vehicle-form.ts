import type { InputOf } from '@cheyi/contract/call'
import type { inventory } from '@cheyi/contract/inventory'
import { normalisePlate, plateKindOf, plateProblem } from '@cheyi/domain/check/plate'
import { isVinChecked, normaliseVin, vinProblem } from '@cheyi/domain/check/vin'
import { plateKind } from '@cheyi/domain/vehicle/codes'
import type { VehicleDetail } from './vehicle-words.ts'

/** What the form holds; '' and null: not given. */
export interface VehicleForm {
  readonly plate: string
  readonly temporary: boolean
  readonly plateExpireOn: string
  readonly vin: string
  readonly engineNo: string
  readonly modelId: string
  readonly homeStoreId: string
  readonly colour: string
  readonly registerOn: string
  readonly purchaseOn: string
  readonly purchase: number | null
  readonly ownership: number
  readonly ownerName: string
  readonly useNature: number
  readonly parkingNote: string
  readonly keyCount: number
  readonly odometerKm: number | null
  readonly rentalCertNo: string
  readonly remark: string
  readonly photoIds: readonly string[]
  /** Only of a new one: afterwards its papers are kept on its page. */
  readonly insuranceEndOn: string
  readonly commercialEndOn: string
  readonly inspectionEndOn: string
}

export const emptyVehicle: VehicleForm = {
  plate: '',
  temporary: false,
  plateExpireOn: '',
  vin: '',
  engineNo: '',
  modelId: '',
  homeStoreId: '',
  colour: '',
  registerOn: '',
  purchaseOn: '',
  purchase: null,
  ownership: 1,
  ownerName: '',
  useNature: 1,
  parkingNote: '',
  keyCount: 2,
  odometerKm: null,
  rentalCertNo: '',
  remark: '',
  photoIds: [],
  insuranceEndOn: '',
  commercialEndOn: '',
  inspectionEndOn: '',
}

export const labels: Readonly<Record<keyof VehicleForm, string>> = {
  plate: '车牌号',
  temporary: '临时号牌',
  plateExpireOn: '临牌有效期',
  vin: '车架号',
  engineNo: '发动机号',
  modelId: '车型',
  homeStoreId: '所属门店',
  colour: '颜色',
  registerOn: '注册日期',
  purchaseOn: '购买日期',
  purchase: '购买价格',
  ownership: '所有权',
  ownerName: '所有人',
  useNature: '使用性质',
  parkingNote: '停放位置',
  keyCount: '钥匙数',
  odometerKm: '里程',
  rentalCertNo: '租赁证号',
  remark: '备注',
  photoIds: '照片',
  insuranceEndOn: '交强险到期',
  commercialEndOn: '商业险到期',
  inspectionEndOn: '年检到期',
}

/** A stored vehicle as the form shows it. */
export const formOf = (stored: VehicleDetail): VehicleForm => ({
  ...emptyVehicle,
  plate: stored.plate,
  temporary: stored.plateKind === plateKind.temporary,
  plateExpireOn: stored.plateExpireOn ?? '',
  vin: stored.vin,
  engineNo: stored.engineNo,
  modelId: stored.modelId,
  homeStoreId: stored.homeStoreId,
  colour: stored.colour,
  registerOn: stored.registerOn ?? '',
  purchaseOn: stored.purchaseOn ?? '',
  purchase: stored.purchase,
  ownership: stored.ownership,
  ownerName: stored.ownerName,
  useNature: stored.useNature,
  parkingNote: stored.parkingNote,
  keyCount: stored.keyCount,
  odometerKm: stored.odometerKm,
  rentalCertNo: stored.rentalCertNo,
  remark: stored.remark,
  photoIds: stored.photos.map(({ mediaId }) => mediaId),
})

type Input = InputOf<typeof inventory.save>

/** The form as the call takes it. */
export const inputOf = (
  value: VehicleForm,
  stored: Pick<VehicleDetail, 'vehicleId' | 'version' | 'plateKind' | 'plateColor' | 'plate' | 'tags'> | null,
  photoIds: readonly string[],
): Input => ({
  vehicleId: stored?.vehicleId,
  version: stored?.version,
  plate: value.plate,
  plateKind: value.temporary ? plateKind.temporary : undefined,
  // A colour that the owner chose stays with the plate it was chosen for.
  plateColor: stored !== null && normalisePlate(value.plate) === stored.plate ? stored.plateColor : undefined,
  plateExpireOn: value.temporary ? value.plateExpireOn || undefined : undefined,
  vin: value.vin,
  engineNo: value.engineNo,
  modelId: value.modelId,
  homeStoreId: value.homeStoreId,
  colour: value.colour,
  registerOn: value.registerOn || undefined,
  purchaseOn: value.purchaseOn || undefined,
  purchase: value.purchase ?? undefined,
  ownership: value.ownership as Input['ownership'],
  ownerName: value.ownerName,
  useNature: value.useNature as Input['useNature'],
  parkingNote: value.parkingNote,
  keyCount: value.keyCount,
  odometerKm: value.odometerKm ?? 0,
  rentalCertNo: value.rentalCertNo,
  tags: stored === null ? [] : [...stored.tags],
  remark: value.remark,
  photoIds: [...photoIds],
  insuranceEndOn: value.insuranceEndOn || undefined,
  commercialEndOn: value.commercialEndOn || undefined,
  inspectionEndOn: value.inspectionEndOn || undefined,
})

/** A vehicle as it is, to be saved with one thing changed. */
export const inputOfDetail = (detail: VehicleDetail): Input =>
  inputOf(
    formOf(detail),
    detail,
    detail.photos.map(({ mediaId }) => mediaId),
  )

/** What is wrong, by field: the same that the server asks. */
export function problemsOf(
  value: VehicleForm,
  today: string,
  odometerKm = 0,
): Partial<Record<keyof VehicleForm, string>> {
  const problems: Partial<Record<keyof VehicleForm, string>> = {}
  const plate = normalisePlate(value.plate)
  const kind = value.temporary ? plateKind.temporary : plateKindOf(plate)
  const wrong =
    plate === ''
      ? '请输入车牌号'
      : kind === null
        ? '车牌号格式不正确'
        : plateProblem(kind, plate, { expireOn: value.plateExpireOn || null, today })
  if (wrong !== null)
    problems[value.temporary && [...plate].length <= 10 && plate !== '' ? 'plateExpireOn' : 'plate'] = wrong
  const vin = normaliseVin(value.vin)
  const vinWrong = vin === '' ? '请输入车架号' : vinProblem(vin)
  if (vinWrong !== null) problems.vin = vinWrong
  if (value.modelId === '') problems.modelId = '请选择车型'
  if (value.homeStoreId === '') problems.homeStoreId = '请选择所属门店'
  if ((value.odometerKm ?? 0) < odometerKm) problems.odometerKm = '里程不能小于当前里程'
  return problems
}

/** The check digit does not fit: it warns, since imported cars often have none. */
export const vinWarning = (vin: string): string | undefined => {
  const given = normaliseVin(vin)
  return vinProblem(given) === null && !isVinChecked(given) ? '校验位不符，请核对（进口车可忽略）' : undefined
}
