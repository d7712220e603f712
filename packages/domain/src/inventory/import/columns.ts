/*
 * Which column of somebody's spreadsheet holds what (operations.md §17.6). Shops keep their own lists: titles in other
 * words, lines above the heading, columns that mean nothing to us. Nothing here reads a file or a database.
 */

interface Column {
  readonly key: string
  /** As the template says it. */
  readonly title: string
  readonly width: number
  /** The title of a column that holds it, after {@link plainTitle}. */
  readonly like: RegExp
  /** Titles that `like` fits, but that mean something else. */
  readonly unlike?: RegExp
}

const column = <K extends string>(one: Column & { readonly key: K }): Column & { readonly key: K } => one

/** Of a paper: its number, who issued it, what it cost or when it begins, not when it ends. */
const notTheEnd = /号|公司|机构|金额|保额|保费|费用|价|起始|开始|生效|起期|办理|上次|照片/

/** In the order of the template. */
export const importColumns = [
  column({ key: 'plate', title: '车牌号', width: 14, like: /车牌|号牌|牌照|^车号$/, unlike: /颜色|类型|种类|照片/ }),
  column({ key: 'vin', title: '车架号', width: 22, like: /车架|底盘号|识别代?[号码]|^VIN/, unlike: /照片/ }),
  column({
    key: 'model',
    title: '车型',
    width: 20,
    like: /^(租赁|车辆)?(车型|车系|车款|型号)(名称)?$|品牌.*(型号|车型|车系)|车辆(品牌|名称)|厂牌型号/,
  }),
  column({
    key: 'store',
    title: '门店',
    width: 16,
    like: /门店|网点|店铺|分店|营业点|站点|^所[属在]店$/,
    unlike: /电话|地址|编号/,
  }),
  column({ key: 'engineNo', title: '发动机号', width: 14, like: /发动机号?码?$|电机号/ }),
  column({ key: 'colour', title: '颜色', width: 8, like: /颜色|^车色$/, unlike: /车牌|号牌|内饰/ }),
  column({ key: 'registerOn', title: '注册日期', width: 12, like: /(注册|登记|上牌|初登)(日期?|时间)?$/ }),
  column({ key: 'useNature', title: '使用性质', width: 10, like: /使用性质|营运性质|车辆性质/ }),
  column({ key: 'odometerKm', title: '里程', width: 10, like: /里程|公里数|码表/, unlike: /限|费|保养|续航|免|日均/ }),
  column({ key: 'insuranceEndOn', title: '交强险到期', width: 12, like: /交强/, unlike: notTheEnd }),
  column({ key: 'commercialEndOn', title: '商业险到期', width: 12, like: /商业险|商险|商业保险/, unlike: notTheEnd }),
  column({ key: 'inspectionEndOn', title: '年检到期', width: 12, like: /年检|年审|检验有效|审车/, unlike: notTheEnd }),
  column({ key: 'plateKind', title: '车牌类型', width: 12, like: /^(车牌|号牌)(类型|种类)$/ }),
  column({ key: 'plateColor', title: '车牌颜色', width: 10, like: /^(车牌|号牌)颜色$/ }),
  column({ key: 'tags', title: '标签', width: 16, like: /^(车辆)?(标签|标记)$/ }),
  column({ key: 'remark', title: '备注', width: 24, like: /^备注\d?$|^说明$/ }),
  column({
    key: 'parkingNote',
    title: '停放位置',
    width: 14,
    like: /^(车辆)?(停放|停车|车位)(位置|地点|点|处|号)?$|^车位号?$/,
    unlike: /照片/,
  }),
] as const
export type ImportKey = (typeof importColumns)[number]['key']
export const importKeys = importColumns.map(({ key }) => key)

/** What no vehicle is without. A store or model that no column tells is chosen for all rows at once. */
export const neededKeys = ['plate', 'vin'] as const satisfies readonly ImportKey[]

const starred: ReadonlySet<ImportKey> = new Set([...neededKeys, 'model', 'store'])

/** As the template's heading says it: what must be filled in carries a star. */
export const importHeading = importColumns.map(({ key, title }) => (starred.has(key) ? `${title}*` : title))

export const columnTitle = (key: ImportKey): string => importColumns.find((one) => one.key === key)!.title

/** What we add ourselves to the file that tells the outcome; nobody is asked what it means. */
export const OUTCOME_TITLE = '结果'

export const HEADING_LINES = 10

/** A title without what only decorates it: stars, blanks, full-width forms; `VIN码` and `车架号（VIN）` stay whole. */
export const plainTitle = (title: string): string => title.normalize('NFKC').replace(/[*\s]/g, '').toUpperCase()

/** What a column means by its title: exactly the template's (2), a title like it (1), or something else (0). */
function likeness({ title, like, unlike }: Column, heading: string): number {
  const plain = plainTitle(heading)
  if (plain === title) return 2
  // What stands in brackets explains, and says a unit or the same in other words.
  const outside = plain.replace(/\([^)]*\)/g, '')
  return like.test(outside) && unlike?.test(outside) !== true ? 1 : 0
}

/** The keys that a line of titles tells, by its column; each is told by one column, the one that fits best. */
function keysIn(titles: readonly string[], remembered: Remembered): Map<number, ImportKey> {
  const found = new Map<number, ImportKey>()
  for (const [index, title] of titles.entries()) {
    const key = remembered.get(plainTitle(title))
    if (key != null && ![...found.values()].includes(key)) found.set(index, key)
  }
  const taken = new Set(found.values())
  const known = (title: string) => title.trim() === '' || remembered.has(plainTitle(title))
  for (const one of importColumns) {
    if (taken.has(one.key)) continue
    const [best] = titles
      .map((title, index) => ({ index, like: known(title) || found.has(index) ? 0 : likeness(one, title) }))
      .toSorted((a, b) => b.like - a.like)
    if (best !== undefined && best.like > 0) found.set(best.index, one.key)
  }
  return found
}

/**
 * The titles of a heading whose upper line says what the lower one is about: 交强险 over 起期 and 到期. A cell of the upper line that was
 * merged stands in its first column alone.
 */
function twoLines(upper: readonly string[], lower: readonly string[]): string[] {
  let about = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    about = upper[index]?.trim() || about
    const below = lower[index]?.trim() ?? ''
    if (below === '') return upper[index]?.trim() ?? ''
    const both = `${about} ${below}`.trim()
    const bestOf = (title: string) => Math.max(...importColumns.map((one) => likeness(one, title)))
    // The upper line tells 车牌 颜色 from 颜色; what the lower one says exactly else needs no upper one.
    return bestOf(both) === 2 || (bestOf(below) < 2 && bestOf(both) > 0) ? both : below
  })
}

/** What a title means to this merchant, chosen earlier: a key, or null for nothing. By {@link plainTitle}. */
export type Remembered = ReadonlyMap<string, ImportKey | null>

/** A column that holds something. */
export interface FilledColumn {
  /** From 0. */
  readonly index: number
  /** As it stands in the heading; empty when it has none. */
  readonly title: string
  /** Its first cell that holds something. */
  readonly example: string
  /** null: nothing of it is taken. */
  readonly key: ImportKey | null
}

export interface Layout {
  /** The line of the heading, from 0; of a heading of two lines the lower one. */
  readonly heading: number
  readonly columns: readonly FilledColumn[]
  /** What no column tells and every vehicle needs. */
  readonly missing: readonly ImportKey[]
}

/** Where whoever imports says that a column is something else than we think. */
export type ChosenColumns = ReadonlyMap<number, ImportKey | null>

/**
 * Finds the heading and what each column that holds anything means. The heading is the line among the first ten that tells
 * most, with the line above it where both together tell more; where none tells anything, the first with three titles, and its columns are chosen by hand.
 * @returns null for a sheet without rows
 */
export function layoutOf(
  rows: readonly (readonly string[])[],
  { remembered = new Map(), chosen = new Map() }: { remembered?: Remembered; chosen?: ChosenColumns } = {},
): Layout | null {
  const tops = rows.slice(0, HEADING_LINES).flatMap((titles, line) => {
    const above = rows[line - 1]
    const alone = { line, titles, found: keysIn(titles, remembered).size }
    if (above === undefined) return [alone]
    const both = twoLines(above, titles)
    return [alone, { line, titles: both, found: keysIn(both, remembered).size }]
  })
  const best = tops.reduce((a, b) => (b.found > a.found ? b : a), { line: 0, titles: rows[0] ?? [], found: 0 })
  const wide = rows.slice(0, HEADING_LINES).findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 2)
  const heading = best.found > 0 ? best.line : Math.max(wide, 0)
  const below = rows.slice(heading + 1)
  if (below.length === 0) return null

  const titles = best.found > 0 ? best.titles : rows[heading]!
  const keys = keysIn(titles, remembered)
  for (const [index, key] of chosen) {
    for (const [other, same] of keys) if (same === key) keys.delete(other)
    if (key === null) keys.delete(index)
    else keys.set(index, key)
  }
  const width = Math.max(...rows.slice(heading).map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    title: (titles[index] ?? '').trim(),
    example: below.find((cells) => (cells[index] ?? '').trim() !== '')?.[index]?.trim() ?? '',
    key: keys.get(index) ?? null,
  })).filter(({ title, example, key }) => (example !== '' || key !== null) && plainTitle(title) !== OUTCOME_TITLE)
  const found = new Set(columns.map(({ key }) => key))
  return { heading, columns, missing: neededKeys.filter((key) => !found.has(key)) }
}

/** How much of a vehicle a sheet seems to tell, for choosing among several. */
export const toldBy = (layout: Layout | null): number =>
  layout === null ? 0 : layout.columns.filter(({ key }) => key !== null).length
