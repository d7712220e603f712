import { typedText } from '../../typed-text.ts'
import {
  type CellReading,
  FORMULA_ERROR,
  hasLostDigits,
  isFormulaError,
  isNothing,
  LOST_DIGITS,
  plainCell,
} from './cells.ts'
import { type Places, type TableKind, titleOf } from './layout.ts'
import type { RowIssue } from './plan.ts'

/**
 * The cells of one row, by key. A problem with a required cell is an issue, and the row fails; an optional cell
 * that cannot be read is a warning, and the row is imported without it.
 */
export function rowCells<K extends string>(kind: TableKind<K>, cells: readonly string[], places: Places<K>) {
  const issues: RowIssue[] = []
  const warnings: RowIssue[] = []
  const cellOf = (key: K) => cells[places.get(key)?.index ?? -1] ?? ''
  const raw = (key: K) => plainCell(cellOf(key))
  const given = (key: K) => (isNothing(raw(key)) ? '' : raw(key))
  const issue = (key: K, reason: string): RowIssue => ({
    column: titleOf(kind, key),
    value: raw(key).slice(0, 40),
    reason,
  })
  const warn = (key: K, reason: string) => {
    warnings.push(issue(key, reason))
  }
  const wrong = (key: K, reason: string) => {
    issues.push(issue(key, reason))
  }
  /** `instead`: how an unreadable cell is imported. */
  function optional<T>(key: K, read: (text: string) => CellReading<T>, instead = '留空导入'): T | undefined {
    const text = given(key)
    if (text === '') return undefined
    const found: CellReading<T> = isFormulaError(text) ? FORMULA_ERROR : read(text)
    if ('value' in found) {
      if (found.doubt !== undefined) warn(key, `${found.doubt}，请核对`)
      return found.value
    }
    warn(key, `${found.problem}，${instead}；${found.like}`)
    return undefined
  }
  return {
    issues,
    warnings,
    raw,
    given,
    wrong,
    warn,
    optional,
    required<T>(key: K, read: (text: string) => CellReading<T>): T | undefined {
      const text = given(key)
      const found: CellReading<T> = isFormulaError(text)
        ? FORMULA_ERROR
        : hasLostDigits(text)
          ? LOST_DIGITS
          : text === ''
            ? { problem: `请填写${titleOf(kind, key)}`, like: '' }
            : read(text)
      if ('value' in found) {
        if (found.doubt !== undefined) warn(key, `${found.doubt}，请核对`)
        return found.value
      }
      wrong(key, [found.problem, found.like].filter(Boolean).join('，'))
      return undefined
    },
    /** A text as it was typed: full-width signs belong to a Chinese sentence. */
    words: (key: K, most: number): string | undefined => optional(key, () => words(most)(typedText(cellOf(key)))),
    /** An identifying number of a document or an engine, which must not lose digits. */
    number: (key: K, most: number): string | undefined =>
      optional(key, (text) => (hasLostDigits(text) ? LOST_DIGITS : words(most)(text))),
  }
}

const words =
  (most: number) =>
  (text: string): CellReading<string> =>
    [...text].length > most ? { problem: `超过${most}字`, like: `不能超过${most}字` } : { value: text }
