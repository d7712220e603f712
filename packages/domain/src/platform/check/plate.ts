import { type PlateColor, type PlateKind, plateColor, plateKind } from '../../fleet/inventory/codes.ts'
import { addDays, type LocalDate } from '../../time.ts'
import { typedText } from '../../typed-text.ts'

/** Short names of the provinces, with which plates begin. */
export const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
/** I and O are not used, because they look like digits. */
const LETTER = 'A-HJ-NP-Z'
const head = `^[${PROVINCES}][${LETTER}]`

const forms: Readonly<Record<Exclude<PlateKind, typeof plateKind.temporary>, RegExp>> = {
  // At least two of the five characters of an ordinary plate are digits.
  [plateKind.ordinary]: new RegExp(`${head}(?=(?:.*\\d){2})[${LETTER}0-9]{5}$`),
  [plateKind.smallNewEnergy]: new RegExp(`${head}[A-HJK][${LETTER}0-9]\\d{4}$`),
  [plateKind.largeNewEnergy]: new RegExp(`${head}\\d{5}[A-HJK]$`),
  [plateKind.hkMacau]: new RegExp(`^粤Z[${LETTER}0-9]{4}[港澳]$`),
  [plateKind.trailer]: new RegExp(`${head}[${LETTER}0-9]{4}挂$`),
}

const colors: Readonly<Record<PlateKind, PlateColor>> = {
  [plateKind.ordinary]: plateColor.blue,
  [plateKind.smallNewEnergy]: plateColor.gradientGreen,
  [plateKind.largeNewEnergy]: plateColor.yellowGreen,
  [plateKind.hkMacau]: plateColor.black,
  [plateKind.trailer]: plateColor.yellow,
  [plateKind.temporary]: plateColor.other,
}

const MAX_TEMPORARY_DAYS = 90

/** The stored and searched form: upper case, without full-width forms, invisible characters, spaces, dots and hyphens. */
export const normalisePlate = (text: string): string =>
  typedText(text.normalize('NFKC'))
    .toUpperCase()
    .replace(/[\s.\-·•・‧—–●∙⋅˙。_]/g, '')

/** The kind of a plate by its form; null when it matches none (it may still be a temporary one). */
export function plateKindOf(plate: string): PlateKind | null {
  for (const [kind, form] of Object.entries(forms)) if (form.test(plate)) return Number(kind) as PlateKind
  return null
}

/** The usual colour of a kind; it can be changed by the user. */
export const plateColorOf = (kind: PlateKind): PlateColor => colors[kind]

/**
 * Message for the form; null when the plate fits its kind. `plate` must be normalised. A temporary plate has no
 * fixed form but needs an expiry date, at most 90 days from `today`.
 */
export function plateProblem(
  kind: PlateKind,
  plate: string,
  temporary: { readonly expireOn: LocalDate | null; readonly today: LocalDate },
): string | null {
  if (plate === '') return '请输入车牌号'
  if (kind !== plateKind.temporary) return forms[kind].test(plate) ? null : '车牌号格式不正确'
  if ([...plate].length > 10) return '车牌号格式不正确'
  const { expireOn, today } = temporary
  if (expireOn === null) return '请选择临牌有效期'
  return expireOn >= today && expireOn <= addDays(today, MAX_TEMPORARY_DAYS) ? null : '临牌有效期最长90天'
}

/** The plate as shown, with the dot of the metal plate after the second character: `沪A·D6J19`. Temporary ones are unchanged. */
export const displayPlate = (plate: string): string =>
  plateKindOf(plate) === null ? plate : `${plate.slice(0, 2)}·${plate.slice(2)}`

/** How staff call an order in a title: by its car, before it has one by its number. */
export const plateOrNo = ({ plate, orderNo }: { readonly plate: string | null; readonly orderNo: string }): string =>
  plate === null ? orderNo : displayPlate(plate)
