import { formatMoment } from '@cheyi/domain/near'
import { deductState } from '@cheyi/domain/rental/violation/codes'
import { awaitsMatch, isCustomers, needsHandling, violationSteps } from '@cheyi/domain/rental/violation/violation'
import { can } from '@cheyi/domain/step'
import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { ClaimCard } from '../parts/claim-card.tsx'
import { ViolationLine } from '../parts/violation-line.tsx'
import type { Violation } from '../parts/violation-words.ts'
import { violationScreens } from '../screens.ts'
import { CloseForm } from './close-form.tsx'
import { FinePaid } from './fine-paid.tsx'
import { type HandlePlace, WayForm } from './way-form.tsx'

/** The next step of a violation: who handles it, how it was settled, the customer's costs, and the closing. */
export default page(violationScreens.handle, ({ violationId }) => {
  const asked = ask(calls.violation.detail, { violationId })
  const [violation] = useAnswers(asked)
  const { status, version } = violation
  const right = <RefreshButton onRefresh={() => void refresh(asked)} />
  if (!needsHandling(status))
    return (
      <Page right={right}>
        <Notice>{awaitsMatch(status) ? '请先匹配驾驶人，再处理' : '当前违章状态不需要处理'}</Notice>
      </Page>
    )
  if (violation.handedIn !== null)
    return <ReplyForm key={version} violation={violation} handedIn={violation.handedIn} right={right} />
  const Form = can(violationSteps, 'done', status).ok
    ? SettleForm
    : can(violationSteps, 'close', status, { deductState: deductState.none }).ok
      ? CloseForm
      : WayForm
  // A payment that arrived meanwhile changes the form, so it is created again.
  return (
    <Form key={`${version}/${violation.deductState}/${violation.claim?.due}`} violation={violation} right={right} />
  )
})

interface ReplyFormProps extends HandlePlace {
  readonly handedIn: NonNullable<Violation['handedIn']>
}

/** Decides on the customer's proof: it shows that the violation is settled, or it does not. */
function ReplyForm({ violation, handedIn: { photos, at }, right }: ReplyFormProps) {
  const { violationId, version } = violation
  const now = useNow()
  const mayHandle = useMay('violation.handle')
  const accept = useWrite(calls.violation.handle)
  async function pass() {
    if (await accept.run({ violationId, version, action: 'accept' })) feedback.toast('凭证已通过，待结案')
  }
  return (
    <Page
      right={right}
      footer={
        mayHandle && (
          <ActionBar>
            <Button
              size="l"
              block
              onClick={() => void open(() => import('./sheets.tsx'), 'RefuseSheet', { violation })}
            >
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
        <ViolationLine violation={violation} />
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
function SettleForm({ violation, right }: HandlePlace) {
  const { violationId, version, matchType } = violation
  const mayHandle = useMay('violation.handle')
  const photos = slotOf(useUploads('violation', { record: violationId }), 'proof', '照片')
  const form = useEntry(violationHandle, {
    start: { violationId, version, action: 'done' },
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
        <ViolationLine violation={violation} />
        <FinePaid violation={violation} />
        <ClaimCard violation={violation} />
        {mayHandle && (
          <Card pad>
            <UploadsField of={form.fields.photoIds} from={photos} optional={false} addLabel="添加凭证" />
            <Notice>
              {isCustomers(matchType) ? '办理完成后确定客户费用，再核销结案' : '办理完成后核销结案，费用由商家承担'}
            </Notice>
          </Card>
        )}
      </Stack>
    </Page>
  )
}
