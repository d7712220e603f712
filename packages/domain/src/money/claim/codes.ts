import { type CodeOf, enumeration } from '../../enumeration.ts'

/** How far a claim is. One that its case only expects is not owed yet; an ended one was withdrawn, waived or refunded in full. */
export const claimStates = enumeration({
  expected: [0, '待确定'],
  due: [1, '待收'],
  met: [2, '已收'],
  ended: [3, '已取消'],
})
export const claimState = claimStates.code
export type ClaimState = CodeOf<typeof claimStates>
