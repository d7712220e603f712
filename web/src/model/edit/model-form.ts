import type { InputOf, OutputOf } from '@cheyi/contract/call'
import type { model } from '@cheyi/contract/model'
import {
  type CarType,
  carTypes,
  type Energy,
  energies,
  energy,
  type Gearbox,
  gearboxes,
} from '@cheyi/domain/vehicle/codes'
import type { Problems } from '../../merchant/parts/use-form.ts'

export type ModelDetail = OutputOf<typeof model.detail>
export type ModelInput = InputOf<typeof model.save>
export type LibraryRow = OutputOf<typeof model.library>[number]

/** What the form of a model holds; null where a number is not typed yet. */
export interface ModelForm {
  readonly brand: string
  readonly series: string
  readonly name: string
  readonly config: string
  readonly modelYear: number | null
  readonly carType: CarType | null
  readonly seats: number | null
  readonly doors: number | null
  readonly gearbox: Gearbox
  readonly energy: Energy
  readonly displacement: string
  readonly tankL: number | null
  readonly batteryKwh: number | null
  readonly rangeKm: number | null
  readonly licenceClass: string
  readonly depositRent: number | null
  readonly depositIllegal: number | null
  /** 0: no limit. */
  readonly mileageLimitKmPerDay: number | null
  readonly overMileageFenPerKm: number | null
  readonly imageIds: readonly string[]
  readonly sort: number | null
}

export const emptyModel: ModelForm = {
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
  imageIds: [],
  sort: 0,
}

/** 0 is how "none" is stored. */
const some = (value: number): number | null => (value === 0 ? null : value)

type Facts = Omit<LibraryRow, 'libraryId' | 'owned'>

/** The facts of a model, of the library or one's own. */
export const factsOf = (
  row: Facts,
): Omit<
  ModelForm,
  'depositRent' | 'depositIllegal' | 'mileageLimitKmPerDay' | 'overMileageFenPerKm' | 'imageIds' | 'sort'
> => ({
  brand: row.brand,
  series: row.series,
  name: row.name,
  config: row.config,
  modelYear: row.modelYear,
  carType: row.carType,
  seats: row.seats,
  doors: row.doors,
  gearbox: row.gearbox,
  energy: row.energy,
  displacement: row.displacement,
  tankL: some(row.tankL),
  batteryKwh: some(row.batteryKwh),
  rangeKm: some(row.rangeKm),
  licenceClass: row.licenceClass,
})

export const formOf = (stored: ModelDetail): ModelForm => ({
  ...factsOf(stored),
  depositRent: stored.depositRent,
  depositIllegal: stored.depositIllegal,
  mileageLimitKmPerDay: stored.mileageLimitKmPerDay,
  overMileageFenPerKm: stored.overMileageFenPerKm,
  imageIds: stored.images.map(({ mediaId }) => mediaId),
  sort: stored.sort,
})

/** Whether a car of this energy is filled up, and whether it is charged. */
export const hasTank = (of: Energy): boolean => of !== energy.electric
export const hasBattery = (of: Energy): boolean =>
  of === energy.electric || of === energy.plugIn || of === energy.rangeExtended

/** What is sent. Only a form without problems is; what its energy has not, it does not say. */
export const inputOf = (form: ModelForm, stored: ModelDetail | null, imageIds: readonly string[]): ModelInput => ({
  ...(stored && { modelId: stored.modelId, version: stored.version }),
  brand: form.brand.trim(),
  series: form.series.trim(),
  name: form.name.trim(),
  config: form.config.trim(),
  modelYear: form.modelYear ?? undefined,
  carType: form.carType!,
  seats: form.seats!,
  doors: form.doors!,
  gearbox: form.gearbox,
  energy: form.energy,
  displacement: form.displacement.trim(),
  tankL: hasTank(form.energy) ? (form.tankL ?? 0) : 0,
  batteryKwh: hasBattery(form.energy) ? (form.batteryKwh ?? 0) : 0,
  rangeKm: hasBattery(form.energy) ? (form.rangeKm ?? 0) : 0,
  licenceClass: form.licenceClass as ModelInput['licenceClass'],
  depositRent: form.depositRent ?? undefined,
  depositIllegal: form.depositIllegal ?? undefined,
  mileageLimitKmPerDay: form.mileageLimitKmPerDay ?? 0,
  overMileageFenPerKm: form.overMileageFenPerKm ?? 0,
  imageIds: [...imageIds],
  sort: form.sort ?? 0,
})

/** What is wrong with the form, by field. */
export function problemsOf(form: ModelForm): Problems {
  const found: Record<string, string> = {}
  if (!form.brand.trim()) found.brand = '请选择品牌车系'
  if (!form.series.trim()) found.series = '请选择品牌车系'
  if (!form.name.trim()) found.name = '请输入车型名称'
  if (form.carType === null) found.carType = '请选择车型类别'
  const within = (name: keyof ModelForm, label: string, min: number, max: number) => {
    const value = form[name]
    if (typeof value !== 'number' || value < min || value > max) found[name] = `${label}应为${min}至${max}`
  }
  within('seats', '座位数', 2, 55)
  within('doors', '车门数', 1, 9)
  if (form.modelYear !== null) within('modelYear', '年款', 1990, 2100)
  if (form.mileageLimitKmPerDay !== null) within('mileageLimitKmPerDay', '每日限里程', 0, 9999)
  if (hasTank(form.energy) && form.tankL !== null) within('tankL', '油箱容积', 0, 2000)
  if (hasBattery(form.energy) && form.batteryKwh !== null) within('batteryKwh', '电池容量', 0, 2000)
  if ((form.mileageLimitKmPerDay ?? 0) > 0 && (form.overMileageFenPerKm ?? 0) === 0)
    found.overMileageFenPerKm = '限里程时请填写超里程费'
  return found
}

export const labels: Readonly<Record<keyof ModelForm, string>> = {
  brand: '品牌',
  series: '车系',
  name: '车型名称',
  config: '配置',
  modelYear: '年款',
  carType: '车型类别',
  seats: '座位数',
  doors: '车门数',
  gearbox: '变速箱',
  energy: '能源类型',
  displacement: '排量',
  tankL: '油箱容积',
  batteryKwh: '电池容量',
  rangeKm: '续航里程',
  licenceClass: '准驾车型',
  depositRent: '租车押金',
  depositIllegal: '违章押金',
  mileageLimitKmPerDay: '每日限里程',
  overMileageFenPerKm: '超里程费',
  imageIds: '车型图片',
  sort: '排序',
}

/** How a field of the form reads, for a person who compares two of them. */
export function wordsOf(name: keyof ModelForm, form: ModelForm): string {
  switch (name) {
    case 'carType':
      return form.carType === null ? '未填写' : carTypes.text(form.carType)
    case 'gearbox':
      return gearboxes.text(form.gearbox)
    case 'energy':
      return energies.text(form.energy)
    case 'depositRent':
    case 'depositIllegal':
    case 'overMileageFenPerKm': {
      const fen = form[name]
      return fen === null ? '未设置' : `¥${(fen / 100).toFixed(2)}`
    }
    case 'imageIds':
      return `${form.imageIds.length}张`
    default:
      return String(form[name] ?? '') || '未填写'
  }
}

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
