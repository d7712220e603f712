import { type DamageKind, damageKind } from './codes.ts'

/** Groups of parts with the same repair price in a price list. */
export const partFamilies = {
  bumper: '保险杠',
  fender: '翼子板',
  door: '车门',
  sill: '裙边',
  bonnet: '引擎盖',
  roof: '车顶',
  boot: '后备箱',
  glass: '车窗玻璃',
  lamp: '车灯',
  mirror: '后视镜',
  wheel: '轮毂轮胎',
  interior: '内饰',
  chassis: '底盘',
} as const
export type PartFamily = keyof typeof partFamilies

/** Kinds of damage that have a list price; any other is estimated by hand. */
export const pricedKinds = {
  scratch: damageKind.scratch,
  dent: damageKind.dent,
  paint: damageKind.paint,
  broken: damageKind.broken,
  missing: damageKind.missing,
  stain: damageKind.stain,
} as const
export type PricedKind = keyof typeof pricedKinds
export const pricedKindNames = Object.keys(pricedKinds) as PricedKind[]

/** Prices of a group by kind, fen; null where the list has none. */
export type DamagePrices = Readonly<Record<PricedKind, number | null>>

const yuan = (
  scratch: number | null,
  dent: number | null,
  paint: number | null,
  broken: number | null,
  missing: number | null,
  stain: number | null = null,
): DamagePrices => {
  const fen = (amount: number | null) => (amount === null ? null : amount * 100)
  return {
    scratch: fen(scratch),
    dent: fen(dent),
    paint: fen(paint),
    broken: fen(broken),
    missing: fen(missing),
    stain: fen(stain),
  }
}

/** Used until a merchant sets its own list: usual repair prices of a family car in a small town. */
export const defaultDamagePrices: Readonly<Record<PartFamily, DamagePrices>> = {
  bumper: yuan(300, 500, 300, 1200, 1500),
  fender: yuan(400, 600, 400, 1200, null),
  door: yuan(400, 600, 400, 2000, null),
  sill: yuan(300, 500, 300, 1000, 1000),
  bonnet: yuan(500, 800, 500, 2500, null),
  roof: yuan(500, 900, 600, 3000, null),
  boot: yuan(400, 700, 400, 2000, null),
  glass: yuan(300, null, null, 900, null),
  lamp: yuan(200, null, null, 900, 1000),
  mirror: yuan(150, null, 150, 400, 600),
  wheel: yuan(200, 500, null, 800, 800),
  interior: yuan(200, null, null, 500, 500, 200),
  chassis: yuan(300, 600, null, 1500, null),
}

/** The list price of one damage, fen; null where it has to be estimated. */
export function listPrice(prices: DamagePrices, kind: DamageKind): number | null {
  const name = pricedKindNames.find((one) => pricedKinds[one] === kind)
  return name === undefined ? null : prices[name]
}
