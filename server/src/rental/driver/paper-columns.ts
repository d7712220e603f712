import {
  bareAnswer,
  type CheckedPaper,
  type CheckFault,
  checkedPapers,
  checkFault,
  checkResult,
  type PaperAnswer,
  reasonFields,
} from '@cheyi/domain/rental/driver/paper-check'
import type { Vault } from '../../kernel/vault.ts'
import { type PersonFile, type PersonRow, withLicenceNo } from './person-file.ts'

/*
 * What registers said of a customer's papers, between its row and the rules. An answer holds of the name and number that it was
 * asked of, whoever changes them: each is kept with a blind index of the two.
 */

/** An answer as it is kept: of which name and number, when and by whom it was asked, and why the paper was passed all the same. */
interface Kept extends PaperAnswer {
  readonly of: Buffer | null
  readonly at: number | null
  readonly by: string | null
}

const columns = {
  idCard: {
    kept: (row: PersonRow): Kept => ({
      ...bareAnswer(row.identityResult),
      of: row.identityCheckedOf,
      at: row.identityCheckedAt,
      by: row.identityCheckedBy,
    }),
    patch: ({ result, of, at, by }: Kept) => ({
      identityResult: result,
      identityCheckedOf: of,
      identityCheckedAt: at,
      identityCheckedBy: by,
    }),
  },
  licence: {
    kept: (row: PersonRow): Kept => ({
      result: row.licenceResult,
      states: row.licenceStates,
      classes: row.licenceClasses,
      of: row.licenceCheckedOf,
      at: row.licenceCheckedAt,
      by: row.licenceCheckedBy,
    }),
    patch: ({ result, states, classes, of, at, by }: Kept) => ({
      licenceResult: result,
      licenceStates: states,
      licenceClasses: classes,
      licenceCheckedOf: of,
      licenceCheckedAt: at,
      licenceCheckedBy: by,
    }),
  },
} as const satisfies Record<CheckedPaper, unknown>

/** Nobody passed anything against a register. */
export const noReasons = { mismatchReason: '', licenceReason: '' }

/** Of which name and number an answer is. */
function checkedIndex(vault: Pick<Vault, 'index'>, paper: CheckedPaper, file: PersonFile): Buffer {
  const { name, identityNo, licenceNo } = withLicenceNo(file)
  return paper === 'idCard'
    ? vault.index('person.identity_check', `${name}\n${identityNo}`)
    : vault.index('person.licence_check', `${name}\n${licenceNo}`)
}

/** What a register said of the file as it is, when, and who had it asked: of another name or number it said nothing. */
export function heldAnswer(vault: Vault, paper: CheckedPaper, row: PersonRow, file: PersonFile): Omit<Kept, 'of'> {
  const { of, ...kept } = columns[paper].kept(row)
  return of?.equals(checkedIndex(vault, paper, file))
    ? kept
    : { ...bareAnswer(checkResult.unchecked), at: null, by: null }
}

/** What speaks against a paper of the file as it is. */
export const heldFault = (vault: Vault, paper: CheckedPaper, row: PersonRow, file: PersonFile): CheckFault | null =>
  checkFault(paper, heldAnswer(vault, paper, row, file), file)

/** Everything that speaks against a customer's papers, in words, and why they were passed all the same; '' where nobody said. */
export const heldFaults = (vault: Vault, row: PersonRow, file: PersonFile): { text: string; reason: string }[] =>
  checkedPapers.flatMap((paper) => {
    const fault = heldFault(vault, paper, row, file)
    return fault === null ? [] : [{ text: fault.text, reason: row[reasonFields[paper]] }]
  })

/** The columns of an answer to a question about `file`. */
export const answerColumns = (
  vault: Vault,
  paper: CheckedPaper,
  file: PersonFile,
  { at, by, ...answer }: PaperAnswer & { readonly at: number; readonly by: string },
) => columns[paper].patch({ ...answer, of: checkedIndex(vault, paper, file), at, by })

const nothing: Kept = { ...bareAnswer(checkResult.unchecked), of: null, at: null, by: null }

/** The columns of somebody of whom no register was asked. */
export const noAnswers = { ...columns.idCard.patch(nothing), ...columns.licence.patch(nothing) }
