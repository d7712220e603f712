import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Notice } from '../../../ui/layout.tsx'
import { useDepositGaps } from './deposit-gaps.tsx'

/** Opens the models without deposits, with the usual deposits of each class. */
export const showDepositGaps = () => open(() => import('./deposit-gaps-sheet.tsx'), {})

/** Warns on the page of a model that it has no deposits, with a link to set them. */
export function UnsetDepositsNotice({ modelId }: { readonly modelId: string }) {
  const mayEdit = useMayWhole('model.edit')
  if (!useDepositGaps().some((gap) => gap.modelId === modelId)) return null
  return (
    <Notice action={mayEdit ? { label: '去设置', onClick: () => void showDepositGaps() } : undefined}>
      该车型未设押金，取车时收不了押金
    </Notice>
  )
}

/** Warns that some models are sold without deposits, with a link to set them. */
export function DepositGapsNotice() {
  const mayEdit = useMayWhole('model.edit')
  const gaps = useDepositGaps()
  if (gaps.length === 0) return null
  const [first] = gaps
  const which = gaps.length === 1 ? first!.name : `${first!.name}等 ${gaps.length} 款车型`
  return (
    <Notice action={mayEdit ? { label: '去设置', onClick: () => void showDepositGaps() } : undefined}>
      {which}未设押金，取车时收不了押金
    </Notice>
  )
}
