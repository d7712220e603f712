import { checkResult } from '@cheyi/domain/rental/driver/codes'
import {
  bareAnswer,
  type CheckedPaper,
  type CheckFault,
  checkedPapers,
  checkFault,
  type PaperAnswer,
  reasonFields,
} from '@cheyi/domain/rental/driver/paper-check'
import type { Vault } from '../../kernel/vault.ts'
import { type PersonFile, type PersonRow, withLicenceNo } from './person-file.ts'

/*
 * Conversion of the registers' answers between the row of a customer and the rules. An answer is valid only for the name and
 * number that were checked, however they change: each answer is stored with a blind index of both.
 */

/**
 * A stored answer: the name and number, the time and the requester of the check, and why the document was approved
 * nevertheless.
 */
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

/** No document was approved against the answer of a register. */
export const noReasons = { mismatchReason: '', licenceReason: '' }

/** The blind index of the name and number that an answer refers to. */
function checkedIndex(vault: Pick<Vault, 'index'>, paper: CheckedPaper, file: PersonFile): Buffer {
  const { name, identityNo, licenceNo } = withLicenceNo(file)
  return paper === 'idCard'
    ? vault.index('person.identity_check', `${name}\n${identityNo}`)
    : vault.index('person.licence_check', `${name}\n${licenceNo}`)
}

/**
 * The answer of a register for the current name and number, with its time and requester; an answer for another name or
 * number does not count.
 */
export function heldAnswer(vault: Vault, paper: CheckedPaper, row: PersonRow, file: PersonFile): Omit<Kept, 'of'> {
  const { of, ...kept } = columns[paper].kept(row)
  return of?.equals(checkedIndex(vault, paper, file))
    ? kept
    : { ...bareAnswer(checkResult.unchecked), at: null, by: null }
}

/** The objection to a document with the current name and number. */
export const heldFault = (vault: Vault, paper: CheckedPaper, row: PersonRow, file: PersonFile): CheckFault | null =>
  checkFault(paper, heldAnswer(vault, paper, row, file), file)

/**
 * All objections to a customer's documents as text, and the reasons why they were approved nevertheless; '' where no reason
 * was given.
 */
export const heldFaults = (vault: Vault, row: PersonRow, file: PersonFile): { text: string; reason: string }[] =>
  checkedPapers.flatMap((paper) => {
    const fault = heldFault(vault, paper, row, file)
    return fault === null ? [] : [{ text: fault.text, reason: row[reasonFields[paper]] }]
  })

/** The columns for an answer to a check of `file`. */
export const answerColumns = (
  vault: Vault,
  paper: CheckedPaper,
  file: PersonFile,
  { at, by, ...answer }: PaperAnswer & { readonly at: number; readonly by: string },
) => columns[paper].patch({ ...answer, of: checkedIndex(vault, paper, file), at, by })

const nothing: Kept = { ...bareAnswer(checkResult.unchecked), of: null, at: null, by: null }

/** The columns of a customer who was never checked. */
export const noAnswers = { ...columns.idCard.patch(nothing), ...columns.licence.patch(nothing) }
