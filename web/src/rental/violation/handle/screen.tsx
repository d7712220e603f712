import { formatMoment } from '@cheyi/domain/near'
import { deductState } from '@cheyi/domain/rental/violation/codes'
import { awaitsMatch, illegalSteps, isCustomers, needsHandling } from '@cheyi/domain/rental/violation/illegal'
import { can } from '@cheyi/domain/step'
import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { ClaimCard } from '../parts/claim-card.tsx'
import { IllegalLine } from '../parts/illegal-line.tsx'
import type { Illegal } from '../parts/illegal-words.ts'
import { violationScreens } from '../screens.ts'
import { CloseForm } from './close-form.tsx'
import { FinePaid } from './fine-paid.tsx'
import { type HandlePlace, WayForm } from './way-form.tsx'

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

interface ReplyFormProps extends HandlePlace {
  readonly handedIn: NonNullable<Illegal['handedIn']>
}

/** Decides on the customer's proof: it shows that the violation is settled, or it does not. */
function ReplyForm({ illegal, handedIn: { photos, at }, right }: ReplyFormProps) {
  const { illegalId, version } = illegal
  const now = useNow()
  const mayHandle = useMay('illegal.handle')
  const accept = useWrite(calls.violation.handle)
  async function pass() {
    if (await accept.run({ illegalId, version, action: 'accept' })) feedback.toast('凭证已通过，待结案')
  }
  return (
    <Page
      right={right}
      footer={
        mayHandle && (
          <ActionBar>
            <Button size="l" block onClick={() => void open(() => import('./refuse-sheet.tsx'), { illegal })}>
              未通过
            </Button>
            <MainButton loading={accept.pending} onClick={() => void pass()}>
              凭证通过
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Stack gap={12}>
        <IllegalLine illegal={illegal} />
        <Notice tone="primary">客户已上传处理凭证，{formatMoment(at, now)} 提交</Notice>
        <Card pad title="客户凭证">
          <Photos photos={photos} noun="客户凭证" />
        </Card>
        <Notice>核对交管12123的处理状态后通过；未通过时客户收到短信，可重新上传</Notice>
      </Stack>
    </Page>
  )
}

/** The merchant handled it: the payment to the office, and the proof. */
function SettleForm({ illegal, right }: HandlePlace) {
  const { illegalId, version, matchType } = illegal
  const mayHandle = useMay('illegal.handle')
  const photos = slotOf(useUploads('illegal', illegalId), 'proof', '照片')
  const form = useEntry(violationHandle, {
    start: { illegalId, version, action: 'done' },
    files: () => ({ photoIds: photos }),
    also: () => ({ photoIds: photos.tiles.length === 0 && '请上传处理凭证' }),
    toast: '已办理，待结案',
  })
  return (
    <Page
      right={right}
      footer={
        mayHandle && (
          <ActionBar>
            <MainButton loading={form.pending} onClick={() => void form.send()}>
              办理完成
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Stack gap={12} ref={form.frame}>
        <IllegalLine illegal={illegal} />
        <FinePaid illegal={illegal} />
        <ClaimCard illegal={illegal} />
        {mayHandle && (
          <Stack as={Card} gap={12} pad={16}>
            <UploadsField of={form.fields.photoIds} from={photos} optional={false} addLabel="添加凭证" />
            <Notice>
              {isCustomers(matchType) ? '办理完成后确定客户费用，再核销结案' : '办理完成后核销结案，费用由商家承担'}
            </Notice>
          </Stack>
        )}
      </Stack>
    </Page>
  )
}
