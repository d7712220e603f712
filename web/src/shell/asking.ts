import type { ProofWay } from '@cheyi/domain/platform/session/second-factor/rules'
import type { Question } from '../kernel/call/calls.ts'
import { decide as choose, confirm, open } from '../page/open.ts'
import type { Asked } from '../platform/approval/parts/wait-sheet.tsx'

/*
 * Sheets in which the shell and the kernel ask the user. Loaded with the first question, so that no first page
 * includes their code.
 */

export const ask = ({ title, text, confirm: yes, cancel }: Question): Promise<boolean> =>
  confirm({ title, body: text, confirm: yes, cancel })

export const decide = ({ title, text, confirm: yes, cancel }: Question): Promise<boolean | undefined> =>
  choose({ title, body: text, confirm: yes, cancel })

export async function prove(refusal: unknown): Promise<boolean> {
  const { ways } = refusal as { readonly ways: readonly ProofWay[] }
  return (await open(() => import('../platform/session/parts/prove-sheet.tsx'), { ways })) === true
}

export const secondPerson = (refusal: unknown) =>
  open(() => import('../platform/approval/parts/wait-sheet.tsx'), refusal as Asked)

export async function beginShift(): Promise<boolean> {
  return (await open(() => import('../money/cash-shift/parts/open-sheet.tsx'), {})) === true
}

export const chooseStore = () => open(() => import('../platform/store/parts/store-sheet.tsx'), {})

export const showFeatures = () => open(() => import('../insight/overview/parts/features-sheet.tsx'), {})

export const showProfile = () =>
  open(() => import('../platform/session/parts/profile-sheet.tsx'), { onAll: () => void showFeatures() })

export const stepUp = () => open(() => import('../platform/approval/parts/code-sheet.tsx'), {})
