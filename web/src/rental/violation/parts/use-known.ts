import type { CallFailure } from '../../../kernel/call/failure.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { go } from '../../../kernel/page/router.ts'
import { violationScreens } from '../screens.ts'

export const isKnown = refusedAs('violationExists')

/** Opens the existing record when the violation was entered already. */
export async function openKnown(failure: CallFailure): Promise<void> {
  if (!isKnown(failure)) return
  const { violationId } = failure.data as { readonly violationId: string }
  if (
    await feedback.ask({
      title: '该违章已存在',
      text: '已有相同的违章，是否查看？',
      confirm: '查看',
      cancel: '返回修改',
    })
  )
    go(violationScreens.detail, { violationId })
}
