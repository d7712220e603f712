/*
 * Bar codes as frame numbers are printed in: Code 39 and Code 128, from one row across the picture.
 */

/** Which of five bars and four gaps are wide. */
const CODE_39: Readonly<Record<string, string>> = {
  ...{ '000110100': '0', '100100001': '1', '001100001': '2', '101100000': '3', '000110001': '4', '100110000': '5' },
  ...{ '001110000': '6', '000100101': '7', '100100100': '8', '001100100': '9', '100001001': 'A', '001001001': 'B' },
  ...{ '101001000': 'C', '000011001': 'D', '100011000': 'E', '001011000': 'F', '000001101': 'G', '100001100': 'H' },
  ...{ '001001100': 'I', '000011100': 'J', '100000011': 'K', '001000011': 'L', '101000010': 'M', '000010011': 'N' },
  ...{ '100010010': 'O', '001010010': 'P', '000000111': 'Q', '100000110': 'R', '001000110': 'S', '000010110': 'T' },
  ...{ '110000001': 'U', '011000001': 'V', '111000000': 'W', '010010001': 'X', '110010000': 'Y', '011010000': 'Z' },
  ...{ '010000101': '-', '110000100': '.', '011000100': ' ', '010010100': '*' },
}

/** Widths of bars and gaps of each value, in modules; 103 to 105 begin. */
const CODE_128 =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'.split(
    ' ',
  )
const VALUES = new Map(CODE_128.map((widths, value) => [widths, value]))
const STOP = '233111'
const START_A = 103
const START_C = 105

/** The texts that bars of one row say. `runs`: widths in points of bars and gaps in turn, the first one a bar. */
export const textsOfBars = (runs: readonly number[]): readonly string[] => [
  ...begun(runs, 9, (at) => code39(runs, at)),
  ...begun(runs, 6, (at) => code128(runs, at)),
]

function begun(runs: readonly number[], length: number, read: (at: number) => string | null): readonly string[] {
  const texts: string[] = []
  for (let at = 0; at + length <= runs.length; at += 2) {
    const text = read(at)
    if (text !== null) texts.push(text)
  }
  return texts
}

/** Nine widths as one sign: three of them are wide, at least half again as wide as the widest of the others. */
function sign39(widths: readonly number[]): string | undefined {
  const sorted = widths.toSorted((a, b) => b - a)
  const [wide = 0, narrow = 0] = [sorted[2], sorted[3]]
  if (widths.length < 9 || wide < narrow * 1.5 || sorted[0]! > wide * 2) return undefined
  return CODE_39[widths.map((width) => (width >= wide ? '1' : '0')).join('')]
}

function code39(runs: readonly number[], at: number): string | null {
  if (sign39(runs.slice(at, at + 9)) !== '*') return null
  let text = ''
  for (let next = at + 10; ; next += 10) {
    const sign = sign39(runs.slice(next, next + 9))
    if (sign === '*') return text === '' ? null : text
    if (sign === undefined) return null
    text += sign
  }
}

/** Six widths in modules, eleven of them together. */
function modules(widths: readonly number[]): string {
  const all = widths.reduce((sum, width) => sum + width, 0)
  return widths.map((width) => Math.round((width * 11) / all)).join('')
}

function code128(runs: readonly number[], at: number): string | null {
  const values: number[] = []
  for (let next = at; next + 6 <= runs.length; next += 6) {
    const widths = modules(runs.slice(next, next + 6))
    if (widths === STOP) return said(values)
    const value = VALUES.get(widths)
    if (value === undefined || (next === at && value < START_A)) return null
    values.push(value)
  }
  return null
}

/** Values without their begin and check sum, as text; only the signs of sets A and B that are letters, digits and marks, and pairs of C. */
function said(values: readonly number[]): string | null {
  const [begin = 0, ...rest] = values
  const check = rest.pop()
  const sum = rest.reduce((total, value, at) => total + value * (at + 1), begin)
  if (check === undefined || rest.length === 0 || sum % 103 !== check) return null
  let pairs = begin === START_C
  let text = ''
  for (const value of rest) {
    if (pairs && value < 100) text += String(value).padStart(2, '0')
    else if (value === 99 || value === 100 || value === 101) pairs = value === 99
    else if (value < 64) text += String.fromCharCode(value + 32)
    else return null
  }
  return text
}
