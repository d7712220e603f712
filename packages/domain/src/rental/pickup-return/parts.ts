import type { PartFamily } from '../damage/prices.ts'

/** Views of the car outline: right side on top, top view in the middle, left side below; the nose points left. */
export type OutlineView = 'right' | 'top' | 'left'

/** One part of the outline. The box is in fractions of the outline's width and height; a tap inside it selects this part. */
export interface CarPart {
  readonly code: string
  readonly name: string
  /** Group of parts with the same repair price. */
  readonly family: PartFamily
  readonly view: OutlineView
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

/** Both side views have the same parts, mirrored: name, family, then x and width of the view, then y and height. */
const side = [
  ['FrontBumper', '前保险杠', 'bumper', 0, 0.1, 0.35, 0.65],
  ['FrontFender', '前翼子板', 'fender', 0.1, 0.19, 0.3, 0.35],
  ['FrontWheel', '前轮', 'wheel', 0.1, 0.19, 0.65, 0.35],
  ['Mirror', '后视镜', 'mirror', 0.29, 0.07, 0.18, 0.22],
  ['FrontDoor', '前门', 'door', 0.29, 0.21, 0.4, 0.35],
  ['FrontWindow', '前窗', 'glass', 0.36, 0.14, 0.05, 0.35],
  ['RearDoor', '后门', 'door', 0.5, 0.2, 0.4, 0.35],
  ['RearWindow', '后窗', 'glass', 0.5, 0.2, 0.05, 0.35],
  ['Sill', '裙边', 'sill', 0.29, 0.41, 0.75, 0.25],
  ['RearFender', '后翼子板', 'fender', 0.7, 0.19, 0.25, 0.4],
  ['RearWheel', '后轮', 'wheel', 0.7, 0.19, 0.65, 0.35],
  ['RearBumper', '后保险杠', 'bumper', 0.89, 0.11, 0.35, 0.65],
] as const

const top = [
  ['frontBumper', '前保险杠', 'bumper', 0, 0.06, 0, 1],
  ['headlampRight', '右前大灯', 'lamp', 0.06, 0.06, 0, 0.25],
  ['headlampLeft', '左前大灯', 'lamp', 0.06, 0.06, 0.75, 0.25],
  ['bonnet', '引擎盖', 'bonnet', 0.06, 0.23, 0.1, 0.8],
  ['windscreen', '前挡风玻璃', 'glass', 0.29, 0.12, 0.1, 0.8],
  ['roof', '车顶', 'roof', 0.41, 0.32, 0.15, 0.7],
  ['rearWindow', '后挡风玻璃', 'glass', 0.73, 0.1, 0.1, 0.8],
  ['tailLampRight', '右后尾灯', 'lamp', 0.88, 0.06, 0, 0.25],
  ['tailLampLeft', '左后尾灯', 'lamp', 0.88, 0.06, 0.75, 0.25],
  ['boot', '后备箱', 'boot', 0.83, 0.11, 0.1, 0.8],
  ['rearBumper', '后保险杠', 'bumper', 0.94, 0.06, 0, 1],
] as const

const BAND = { right: [0, 0.27], top: [0.31, 0.38], left: [0.73, 0.27] } as const

const place = (
  view: OutlineView,
  code: string,
  name: string,
  family: PartFamily,
  [x, width, y, height]: readonly [number, number, number, number],
): CarPart => {
  const [start, size] = BAND[view]
  // The right side is drawn upside down, with its wheels outwards, so that both sides mirror each other.
  const down = view === 'right' ? 1 - y - height : y
  return { code, name, family, view, box: [x, start + down * size, width, height * size] }
}

/** Every part that a mark may have. Codes are stored with the marks and never change. */
export const carParts: readonly CarPart[] = [
  ...side.map(([code, name, family, ...box]) => place('right', `right${code}`, `右${name}`, family, box)),
  ...top.map(([code, name, family, ...box]) => place('top', code, name, family, box)),
  ...side.map(([code, name, family, ...box]) => place('left', `left${code}`, `左${name}`, family, box)),
  { code: 'interior', name: '内饰', family: 'interior', view: 'top', box: [0, 0, 0, 0] },
  { code: 'chassis', name: '底盘', family: 'chassis', view: 'top', box: [0, 0, 0, 0] },
]

const byCode = new Map(carParts.map((part) => [part.code, part]))

/** The Chinese name of a part; '' for an unknown code. */
export const partName = (code: string): string => byCode.get(code)?.name ?? ''

/** Group of repair prices of a part; null for an unknown code. */
export const familyOf = (code: string): PartFamily | null => byCode.get(code)?.family ?? null
