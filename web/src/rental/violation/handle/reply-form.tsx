import { formatMoment } from '@cheyi/domain/near'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { IllegalLine } from '../parts/illegal-line.tsx'
import type { Illegal } from '../parts/illegal-words.ts'
import type { HandlePlace } from './way-form.tsx'

interface ReplyFormProps extends HandlePlace {
  readonly handedIn: NonNullable<Illegal['handedIn']>
}

/** Decides on the customer's proof: it shows that the violation is settled, or it does not. */
export function ReplyForm({ illegal, handedIn: { photos, at }, right }: ReplyFormProps) {
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
