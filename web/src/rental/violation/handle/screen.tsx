import { deductState } from '@cheyi/domain/rental/violation/codes'
import { awaitsMatch, illegalSteps, needsHandling } from '@cheyi/domain/rental/violation/illegal'
import { can } from '@cheyi/domain/step'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { violationScreens } from '../screens.ts'
import { CloseForm } from './close-form.tsx'
import { ReplyForm } from './reply-form.tsx'
import { SettleForm } from './settle-form.tsx'
import { WayForm } from './way-form.tsx'

/** The next step of a violation: who handles it, how it was settled, the customer's costs, and the closing. */
export default page(violationScreens.handle, ({ illegalId }) => {
  const asked = ask(calls.violation.detail, { illegalId })
  const [illegal] = useAnswers(asked)
  const { status, version } = illegal
  const right = <RefreshButton onRefresh={() => void refresh(asked)} />
  if (!needsHandling(status))
    return (
      <Page right={right}>
        <Notice>{awaitsMatch(status) ? '请先匹配驾驶人，再处理' : '当前违章状态不需要处理'}</Notice>
      </Page>
    )
  if (illegal.handedIn !== null)
    return <ReplyForm key={version} illegal={illegal} handedIn={illegal.handedIn} right={right} />
  const Form = can(illegalSteps, 'done', status).ok
    ? SettleForm
    : can(illegalSteps, 'close', status, { deductState: deductState.none }).ok
      ? CloseForm
      : WayForm
  // A payment that arrived meanwhile changes the form, so it is created again.
  return <Form key={`${version}/${illegal.deductState}/${illegal.claim?.due}`} illegal={illegal} right={right} />
})
