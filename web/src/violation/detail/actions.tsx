import { can, keyOf } from '@cheyi/domain/step'
import { illegalSteps } from '@cheyi/domain/violation/illegal'
import { linkTo, useReach } from '../../kernel/page/reach.ts'
import { open } from '../../page/open.ts'
import { Button, MainButton } from '../../ui/button.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import type { Illegal } from '../parts/illegal-words.ts'
import { violationScreens } from '../screens.ts'

/** What may be done with a violation now. */
export function Actions({ illegal }: { readonly illegal: Illegal }) {
  const reach = useReach()
  const { illegalId, status, orderId } = illegal
  const may = (action: 'edit' | 'match' | 'void') =>
    can(illegalSteps, action, status).ok && reach.held.has(keyOf(illegalSteps, action))
  const edit =
    orderId !== null && may('edit') ? linkTo(reach, violationScreens.createOfOrder, { orderId, illegalId }) : undefined
  if (!edit && !may('match') && !may('void')) return null
  return (
    <ActionBar>
      {may('void') && (
        <Button size="l" block onClick={() => void open(() => import('./void-sheet.tsx'), { illegal })}>
          作废
        </Button>
      )}
      {edit && (
        <Button size="l" block onClick={() => edit.onClick()}>
          修改
        </Button>
      )}
      {may('match') && (
        <MainButton onClick={() => void open(() => import('./match-sheet.tsx'), { illegal })}>
          {illegal.matchType === null ? '匹配' : '改匹配'}
        </MainButton>
      )}
    </ActionBar>
  )
}
