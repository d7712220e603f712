import { typedText } from '../../typed-text.ts'

/** The value of a cell, or why it cannot be read and what is expected. */
export type CellReading<T> =
  | {
      readonly value: T
      /** It was read, but should be checked. */
      readonly doubt?: string
    }
  | { readonly problem: string; readonly like: string }

/** The text of a cell without full-width forms, invisible characters and surrounding blanks. */
export const plainCell = (text: string): string => typedText(text.normalize('NFKC'))

/** Whether a cell is a placeholder for an empty value: `-`, `——`, `/`, `无`, `N/A`. */
export const isNothing = (text: string): boolean =>
  /^([-—–_/\\.、]+|无|暂无|空|N\/?A|NULL|NONE|0000-00-00.*)?$/i.test(text)

/** What a spreadsheet shows for a failed formula, or for a column that is too narrow for its number. */
export const isFormulaError = (text: string): boolean => /^#([A-Z/0]+[!?]?|#+)$/i.test(text)

export const FORMULA_ERROR = { problem: '单元格公式出错', like: '请填写结果本身' } as const satisfies CellReading<never>

/**
 * A long number whose last digits the spreadsheet has lost: `3.10115E+15`, or 15 digits of 17 followed by zeros.
 * Only the text of the cell is available; number cells of 16 digits and more are read in scientific notation.
 */
export const hasLostDigits = (text: string): boolean =>
  /^\d(\.\d+)?E\+?\d{2,}$/i.test(text) || /^[1-9]\d{14}0{2,}$/.test(text)

export const LOST_DIGITS = {
  problem: 'Excel 已改成科学计数法',
  like: '请把该列设为文本后重新填写',
} as const satisfies CellReading<never>

/**
 * Whole kilometres of `35,000`, `35000公里`, `3.5万`, `3万5`, `35000.6`; a title `里程（万公里）` gives the unit of plain
 * numbers. `约35000` and `3.5万左右` are read with a warning.
 */
export function readKm(cell: string, title: string): CellReading<number> {
  const problem = { problem: '里程无法识别', like: '应为0至9999999的整数，或如 3.5万' }
  const plain = plainCell(cell).replace(/[,，\s]|km|公里|千米|里$/gi, '')
  const text = plain.replace(/^(大?约|近|>|≈)|(左右|上下|多|余|\+)$/g, '')
  const match = /^(\d{1,7}(?:\.\d+)?)(?:(万|w)(\d)?)?$/i.exec(text)
  if (match === null) return problem
  const tenThousands = match[2] !== undefined || /万/.test(title)
  const km = tenThousands
    ? Math.round(Number(match[1]) * 10_000) + Number(match[3] ?? 0) * 1000
    : Math.trunc(Number(match[1]))
  if (km > 9_999_999) return problem
  return text === plain ? { value: km } : { value: km, doubt: `按 ${km} 公里导入` }
}

const NUMERALS = '零一二三四五六七八九'

/** Licence points: `3`, `3分`, `记3分`, `扣 3 分`, `三分`, `不记分`. */
export function readPoints(cell: string, most: number): CellReading<number> {
  const text = plainCell(cell).replace(/\s/g, '')
  if (/^(不[记扣计]分|免[记扣]分)$/.test(text)) return { value: 0 }
  const match = /^(?:一次)?[记扣计罚]?-?(?:(\d{1,3})(?:\.0+)?|(十)?([一二三四五六七八九])?)分?$/.exec(text)
  const [, digits, ten, numeral] = match ?? []
  if (digits === undefined && ten === undefined && numeral === undefined)
    return { problem: '扣分无法识别', like: `应为0-${most}` }
  const points =
    digits === undefined
      ? (ten === undefined ? 0 : 10) + (numeral === undefined ? 0 : NUMERALS.indexOf(numeral))
      : Number(digits)
  return points <= most ? { value: points } : { problem: `扣分不会超过${most}`, like: `应为0-${most}` }
}

/** Fen of `200`, `200元`, `¥1,200.50`, `警告` (0). null: the authority has not decided yet (`待裁决`). */
export function readFine(cell: string): CellReading<number | null> {
  const text = plainCell(cell).replace(/[,，\s]/g, '')
  if (/^(口头)?警告$|^(免|不)(予)?(处)?罚(款)?$|^警告[,，;；、]?(不|免)罚(款)?$/.test(text)) return { value: 0 }
  if (/^[待未](裁决|处理|处罚|定|确定|决定)$/.test(text)) return { value: null }
  const match = /^(?:罚款)?(?:[¥￥]|RMB|CNY)?(\d{1,7})(?:\.(\d{1,2})0*)?(?:元整?|圆整?|块|RMB)?$/i.exec(text)
  if (match === null) return { problem: '罚款无法识别', like: '应为金额，如 200' }
  return { value: Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) }
}

/** The largest amount of a line of a bill, fen. */
const MOST = 1_000_000_000

/** Fen of `1280.5`, `¥1,280.50`, `-12元`: an amount of money that was paid, or came back. */
export function readAmount(text: string): CellReading<number> {
  const plain = plainCell(text).replace(/[,，\s¥￥]|元$/g, '')
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(plain)
  const fen = match === null ? 0 : Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  if (match === null || fen > MOST) return { problem: '金额无法识别', like: '应如 1280.50' }
  return { value: match[1] === '-' ? -fen : fen }
}

/** As {@link readAmount}, with sums in units of ten thousand yuan: `200万`, or `200` under a title `保额（万元）`. */
export function readMoney(text: string, title: string): CellReading<number> {
  const plain = plainCell(text).replace(/[,，\s¥￥]|元$/g, '')
  const bare = plain.replace(/万$/, '')
  if (bare === plain && !/万/.test(title)) return readAmount(text)
  const fen = /^\d{1,6}(\.\d+)?$/.test(bare) ? Math.round(Number(bare) * 1_000_000) : Number.POSITIVE_INFINITY
  return fen > MOST ? { problem: '金额无法识别', like: '应如 200万' } : { value: fen }
}
