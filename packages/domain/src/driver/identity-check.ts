import { type CodeOf, enumeration } from '../enumeration.ts'

/*
 * Whether a name and the number of an identity card belong together, as the register of the police says. It passes nobody and
 * keeps nobody from being passed: staff compare the originals, and say why they pass somebody whom it does not know so.
 */

export const identityResults = enumeration({
  unchecked: [0, '未核验'],
  same: [1, '公安核验一致'],
  different: [2, '公安核验不一致'],
  nobody: [3, '公安查无此人'],
})
export const identityResult = identityResults.code
export type IdentityResult = CodeOf<typeof identityResults>

/** What came of asking: an answer, none, no more questions today, or nobody is asked about such papers. */
export const identityOutcomes = ['answered', 'noAnswer', 'spent', 'notAsked'] as const
export type IdentityOutcome = (typeof identityOutcomes)[number]

/** The register says otherwise than the papers: who passes them says why. */
export const isMismatch = (result: IdentityResult): boolean =>
  result === identityResult.different || result === identityResult.nobody

/** It in words, at the field for the reason. */
export const mismatchText = (result: IdentityResult): string =>
  `${identityResults.text(result)}，请填写仍然核验通过的原因`
